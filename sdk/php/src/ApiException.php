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
        /** Where the request was sent, because 401 and 404 often mean another environment. */
        string $target,
        /** @var array<string, mixed> The JSON of the answer. It is empty if the answer is not JSON. */
        public readonly array $body,
        /** Name this id when you contact us. */
        public readonly ?string $requestId,
        public readonly ?int $retryAfterSeconds,
    ) {
        $message = $body['message'] ?? null;
        $text = is_string($message) ? $message : "The API answered with status $status.";
        $hint = "Sent to $target. Another address or environment has other keys and ids.";
        parent::__construct(in_array($status, [401, 404], true) ? "$text ($hint)" : $text);
        $this->errors = (array) ($body['errors'] ?? []);
    }
}
