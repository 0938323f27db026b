<?php

declare(strict_types=1);

namespace Tradewind;

/** A value cannot be sent, for example a total that is a float. */
final class InputException extends TradewindException
{
    public function __construct(
        /** The name of the field or option. */
        public readonly string $field,
        string $problem,
    ) {
        parent::__construct("$field $problem");
    }
}
