<?php

declare(strict_types=1);

namespace Tradewind;

/** A result that is proven to come from us and to belong to the order, unless isRefused is true. */
final class RedirectResult
{
    public function __construct(
        /** Whether the order is paid. Everything else is a failed payment. */
        public readonly bool $isPaid,
        /** Whether you have handled this result before, for example because the customer reloaded the page. */
        public readonly bool $isRepeat,
        /** Whether we refused the payment request. Nothing proves it, so leave the order as it is. */
        public readonly bool $isRefused,
        public readonly string $status,
        public readonly string $message,
        /** Empty after a refused request. */
        public readonly string $transactionId,
        /** The amount that the customer paid, with the fee. */
        public readonly string $total,
        public readonly ?string $card,
        public readonly ?string $data,
    ) {
    }
}
