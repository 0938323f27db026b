<?php

declare(strict_types=1);

namespace Tradewind;

/** The order in your own storage, never values of the URL. */
final class Order
{
    public function __construct(
        public readonly string $id,
        /** The total of the payment request, without a fee: "10.00". */
        public readonly string $total,
        public readonly string $currency,
        /** The id that the payment request returned. Null if the customer's browser sent the request. */
        public readonly ?string $transactionId,
        /** Whether you have marked the order as paid. */
        public readonly bool $isPaid,
    ) {
    }
}
