<?php

declare(strict_types=1);

namespace Tradewind;

/** The order in your own storage, never values of the URL. */
final class Order
{
    public readonly string $total;

    public function __construct(
        public readonly string|int $id,
        /** The total of the payment request, without a fee: "10.00". PHP would turn a float into text. */
        mixed $total,
        public readonly string $currency,
        /**
         * All ids that payment requests of the order returned. Null if the customer's browser sent the request.
         *
         * @var string|list<string>|null
         */
        public readonly string|array|null $transactionId,
        /** Whether you have marked the order as paid. */
        public readonly bool $isPaid,
    ) {
        $this->total = Text::formatAmount('total', $total);
    }
}
