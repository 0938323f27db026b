<?php

declare(strict_types=1);

namespace Tradewind;

/** The redirect proves nothing. Keep the order unpaid. */
final class RedirectException extends TradewindException
{
    public function __construct(
        /**
         * unknown_order, duplicate_parameter, missing_parameter, wrong_signature, wrong_order, wrong_currency,
         * wrong_transaction or wrong_hash.
         */
        public readonly string $reason,
        string $message,
    ) {
        parent::__construct($message);
    }
}
