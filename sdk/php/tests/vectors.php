<?php

declare(strict_types=1);

// Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol: php tests/vectors.php

namespace Tradewind;

require __DIR__ . '/../autoload.php';

/** The query in both forms that the library accepts. $_GET hides repeated parameters. */
function forms_of(array $vector): array
{
    parse_str(ltrim($vector['query'], '?'), $get);
    return $vector['expected'] === ['error' => 'duplicate_parameter'] ? [$vector['query']] : [$vector['query'], $get];
}

function verify_redirect(string|array $query, array $vector): array
{
    $order = $vector['order'] === null ? null : new Order(
        id: $vector['order']['id'],
        total: $vector['order']['total'],
        currency: $vector['order']['currency'],
        transactionId: $vector['order']['transaction_id'],
        isPaid: $vector['order']['is_paid'],
    );
    $result = Redirect::verify($query, $order, $vector['hash_keys'], $vector['signing_secrets']);
    return [
        'is_paid' => $result->isPaid,
        'is_repeat' => $result->isRepeat,
        'is_refused' => $result->isRefused,
        'status' => $result->status,
        'message' => $result->message,
        'transaction_id' => $result->transactionId,
        'total' => $result->total,
        'card' => $result->card,
        'data' => $result->data,
    ];
}

function verify_card_redirect(string|array $query, array $vector): array
{
    $result = CardRedirect::verify($query, $vector['transaction_ids'], $vector['signing_secrets']);
    return [
        'is_stored' => $result->isStored,
        'is_refused' => $result->isRefused,
        'status' => $result->status,
        'message' => $result->message,
        'transaction_id' => $result->transactionId,
        'uuid' => $result->uuid,
        'total' => $result->total,
    ];
}

function verify_webhook(array $vector): array
{
    ['body' => $body, 'headers' => $headers, 'secrets' => $secrets] = $vector;
    return ['event' => Webhook::verify($body, $headers, $secrets, $vector['now_seconds'])];
}

function build_payment_request(array $vector): array
{
    ['request' => $request, 'signing_secret' => $secret] = $vector;
    return ['fields' => PaymentRequest::build($request, $secret, $vector['now_seconds'])];
}

function outcome_of(callable $attempt): array
{
    try {
        return $attempt();
    } catch (InputException $error) {
        // The vectors name options as Python does.
        return ['error' => 'input', 'field' => strtolower(preg_replace('/[A-Z]/', '_$0', $error->field))];
    } catch (RedirectException | WebhookException $error) {
        return ['error' => $error->reason];
    }
}

/** @return list<array> the outcome of each form of a vector */
function outcomes_of(string $kind, array $vector): array
{
    $attempts = match ($kind) {
        'redirects' => array_map(fn ($query) => fn () => verify_redirect($query, $vector), forms_of($vector)),
        'card_redirects' => array_map(fn ($query) => fn () => verify_card_redirect($query, $vector), forms_of($vector)),
        'webhooks' => [fn () => verify_webhook($vector)],
        'payment_requests' => [fn () => build_payment_request($vector)],
    };
    return array_map(outcome_of(...), $attempts);
}

/** Sorts the keys, because === compares their order. */
function sorted(mixed $value): mixed
{
    if (is_array($value)) {
        ksort($value);
        return array_map(sorted(...), $value);
    }
    return $value;
}

$vectors = json_decode(file_get_contents(__DIR__ . '/../../vectors.json'), true, 512, JSON_THROW_ON_ERROR);
[$count, $failures] = [0, 0];
foreach ($vectors as $kind => $cases) {
    foreach ($cases as $vector) {
        $outcomes = outcomes_of($kind, $vector);
        $wrong = array_filter($outcomes, fn ($outcome) => sorted($outcome) !== sorted($vector['expected']));
        $isGood = $wrong === [];
        $count++;
        echo $isGood ? 'ok' : 'not ok', " $count - $kind: {$vector['name']}\n";
        if (!$isGood) {
            $failures++;
            echo '  # ', json_encode($outcomes), "\n";
        }
    }
}
echo "1..$count\n";
exit($failures > 0 ? 1 : 0);
