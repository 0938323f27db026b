<?php

declare(strict_types=1);

namespace Tradewind;

/** The webhook is not ours, or it is too old. Answer 400. */
final class WebhookException extends TradewindException
{
    public function __construct(
        /** missing_header, wrong_timestamp, wrong_signature or invalid_body. */
        public readonly string $reason,
        string $message,
    ) {
        parent::__construct($message);
    }
}
