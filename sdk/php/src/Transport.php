<?php

declare(strict_types=1);

namespace Tradewind;

/** Sends requests to the API, with retries. */
final class Transport
{
    public function __construct(
        private readonly float $timeoutSeconds,
        private readonly int $retries,
        private readonly float $retryWaitSeconds,
        private readonly float $retryAfterSecondsMax,
        /** Where requests go, in the words of an error. */
        private readonly string $target,
    ) {
    }

    /**
     * Sends a request, and repeats it if no answer arrives and after 429, 5xx and "still running". Every attempt has
     * the same body and the same idempotency key, so nothing happens twice.
     *
     * @param list<string> $headers
     * @param string $expected A member that every good answer has. The page of a proxy can have status 200 too.
     * @param array<string, string>|null $body
     * @param string|null $idempotencyKey A POST or DELETE without a key is sent once, because a second one could do
     * something else than the first.
     * @return array<string, mixed>
     */
    public function send(
        string $method,
        string $url,
        array $headers,
        string $expected = 'data',
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): array {
        $isRepeatable = $idempotencyKey !== null || $method === 'GET' || $method === 'PATCH';
        $retries = $isRepeatable ? $this->retries : 0;
        foreach ($body ?? [] as $name => $value) {
            Text::checkText((string) $name, $value);
        }
        $options = $this->optionsOf($method, $url, $headers, $body, $idempotencyKey);
        for ($attempt = 0; ; $attempt++) {
            $isLast = $attempt >= $retries;
            $waitSeconds = $this->retryWaitSeconds * 2 ** $attempt;
            $answer = self::attempt($options);
            if (is_string($answer)) {
                if ($isLast) {
                    throw new NoAnswerException($idempotencyKey, $answer);
                }
            } else {
                ['status' => $status, 'body' => $json, 'retryAfter' => $retryAfter] = $answer;
                if ($status < 300 && isset($json[$expected])) {
                    return $json;
                }
                $waitSeconds = $retryAfter ?? $waitSeconds;
                if ($isLast || !self::isPassing($status, $json) || $waitSeconds > $this->retryAfterSecondsMax) {
                    throw new ApiException($status, $this->target, $json, $answer['requestId'], $retryAfter);
                }
            }
            usleep((int) round($waitSeconds * 1_000_000));
        }
    }

    /** @return array<int, mixed> */
    private function optionsOf(string $method, string $url, array $headers, ?array $body, ?string $key): array
    {
        $sent = ['Accept: application/json', ...$headers];
        if ($key !== null) {
            $sent[] = "Idempotency-Key: $key";
        }
        if ($body !== null) {
            $sent[] = 'Content-Type: application/json';
        }
        return [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $sent,
            CURLOPT_RETURNTRANSFER => true,
            // A redirect could carry the credential to another host.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT_MS => (int) round($this->timeoutSeconds * 1000),
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => json_encode((object) $body, JSON_THROW_ON_ERROR)]);
    }

    /** @return array{status: int, body: array, requestId: ?string, retryAfter: ?int}|string the answer, or the fault */
    private static function attempt(array $options): array|string
    {
        $headers = [];
        $curl = curl_init();
        curl_setopt_array($curl, $options + [
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        if (!is_string($text)) {
            return curl_error($curl);
        }
        $body = json_decode($text, true);
        $retryAfter = $headers['retry-after'] ?? '';
        return [
            'status' => (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE),
            'body' => is_array($body) ? $body : [],
            'requestId' => $headers['x-request-id'] ?? null,
            'retryAfter' => preg_match('/^\d{1,9}$/D', $retryAfter) ? (int) $retryAfter : null,
        ];
    }

    /** Whether the same request can succeed later. */
    private static function isPassing(int $status, array $body): bool
    {
        $isRunning = $status === 409 && str_contains((string) ($body['message'] ?? ''), 'still running');
        return $isRunning || $status === 429 || $status >= 500;
    }
}
