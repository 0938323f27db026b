<?php

declare(strict_types=1);

namespace Tradewind;

/** No answer arrived. The request may have worked: send it again with the same idempotency key. */
final class NoAnswerException extends TradewindException
{
    public function __construct(public readonly ?string $idempotencyKey, string $cause)
    {
        parent::__construct("The payment service did not answer: $cause");
    }
}
