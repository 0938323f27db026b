<?php

declare(strict_types=1);

// Runs every case of sdk/vectors.json and prints the outcomes in the Test Anything Protocol: php tests/vectors.php

namespace Tradewind;

require __DIR__ . '/../autoload.php';

function run(string $kind, array $vector): array
{
    switch ($kind) {
        case 'redirects':
            $order = $vector['order'] === null ? null : new Order(
                id: $vector['order']['id'],
                total: $vector['order']['total'],
                currency: $vector['order']['currency'],
                transactionId: $vector['order']['transaction_id'],
                isPaid: $vector['order']['is_paid'],
            );
            $result = Redirect::verify($vector['query'], $order, $vector['hash_keys'], $vector['signing_secrets']);
            return [
                'is_paid' => $result->isPaid,
                'is_repeat' => $result->isRepeat,
                'status' => $result->status,
                'message' => $result->message,
                'transaction_id' => $result->transactionId,
                'total' => $result->total,
                'card' => $result->card,
                'data' => $result->data,
            ];
        case 'webhooks':
            ['body' => $body, 'headers' => $headers, 'secrets' => $secrets] = $vector;
            return ['event' => Webhook::verify($body, $headers, $secrets, $vector['now_seconds'])];
        case 'payment_requests':
            ['request' => $request, 'signing_secret' => $secret] = $vector;
            return ['fields' => PaymentRequest::build($request, $secret, $vector['now_seconds'])];
    }
    throw new \LogicException("There are no tests of $kind.");
}

function outcome_of(string $kind, array $vector): array
{
    try {
        return run($kind, $vector);
    } catch (InputException $error) {
        return ['error' => 'input', 'field' => $error->field];
    } catch (RedirectException | WebhookException $error) {
        return ['error' => $error->reason];
    }
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
        $outcome = outcome_of($kind, $vector);
        $isGood = sorted($outcome) === sorted($vector['expected']);
        $count++;
        echo $isGood ? 'ok' : 'not ok', " $count - $kind: {$vector['name']}\n";
        if (!$isGood) {
            $failures++;
            echo '  # ', json_encode($outcome), "\n";
        }
    }
}
echo "1..$count\n";
exit($failures > 0 ? 1 : 0);
