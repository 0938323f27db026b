<?php

declare(strict_types=1);

namespace Tradewind;

/** The result of storing a card, proven to come from us unless isRefused is true. */
final class CardResult
{
    public function __construct(
        /** Whether the card is stored. Then store uuid with your customer. */
        public readonly bool $isStored,
        /** Whether we refused the request. Nothing proves it. */
        public readonly bool $isRefused,
        public readonly string $status,
        public readonly string $message,
        /** Empty after a refused request. */
        public readonly string $transactionId,
        public readonly ?string $uuid,
        /** The amount that verifies the card. Only in the sandbox: in live, ask the card holder. */
        public readonly ?string $total,
    ) {
    }
}
