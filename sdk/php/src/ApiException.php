<?php

declare(strict_types=1);

namespace Tradewind;

/** The API refused the request, or retries did not help. */
final class ApiException extends TradewindException
{
    /** @var array<string, list<string>> The messages about each wrong field. */
    public readonly array $errors;

    public function __construct(
        public readonly int $status,
        /** @var array<string, mixed> The JSON of the answer. It is empty if the answer is not JSON. */
        public readonly array $body,
        /** Name this id when you contact us. */
        public readonly ?string $requestId,
        public readonly ?int $retryAfterSeconds,
    ) {
        $message = $body['message'] ?? null;
        parent::__construct(is_string($message) ? $message : "The API answered with status $status.");
        $this->errors = (array) ($body['errors'] ?? []);
    }
}
