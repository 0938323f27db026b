<?php

declare(strict_types=1);

namespace Tradewind;

/** Verifies the result of a payment at the shop's response_url. */
final class Redirect
{
    /** tw_signature covers these parameters. */
    private const SIGNED = [
        'card', 'currency', 'data', 'date', 'fee_structure', 'hash', 'message', 'order_id', 'reasonDescription',
        'status', 'total', 'transaction_id',
    ];
    private const REQUIRED = ['status', 'transaction_id', 'order_id', 'currency', 'total', 'message', 'tw_signature'];
    /** Our parameter only if your account has the compatibility setting for it. */
    private const OPTIONAL = 'customer_name';
    /** Every id ends in a letter, so no digit of the total can pass for a digit of the id. */
    private const TRANSACTION_ID = '/^(SB-)?[0-9A-Z]{25}[A-Z]$/D';

    /**
     * Verifies a result, or throws a RedirectException. The order is paid if isPaid is true.
     *
     * @param string|array<string, mixed> $query $_SERVER['QUERY_STRING'] or $_GET at your response_url
     * @param list<string> $hashKeys your hash key; during a rotation, the new one and the old one
     * @param list<string> $signingSecrets your signing secret; during a rotation, the new one and the old one
     */
    public static function verify(
        string|array $query,
        ?Order $order,
        array $hashKeys,
        array $signingSecrets,
    ): RedirectResult {
        Text::checkSecrets('hashKeys', $hashKeys);
        Text::checkSecrets('signingSecrets', $signingSecrets);
        if ($order === null) {
            throw new RedirectException('unknown_order', 'The order is not in your storage.');
        }
        $given = self::readOurs($query);
        self::checkSignature($given, $signingSecrets);
        self::checkOrder($given, $order);
        $isPaid = $given['status'] === 'success';
        if ($isPaid) {
            self::checkHash($given, $order, $hashKeys);
        }
        return new RedirectResult(
            isPaid: $isPaid,
            isRepeat: $isPaid && $order->isPaid,
            status: $given['status'],
            message: $given['message'],
            transactionId: $given['transaction_id'],
            total: $given['total'],
            card: $given['card'] ?? null,
            data: $given['data'] ?? null,
        );
    }

    /** @return array<string, string> */
    private static function readOurs(string|array $query): array
    {
        $all = is_string($query) ? Text::parseQuery($query) : $query;
        $given = [];
        foreach ([...self::SIGNED, 'tw_signature', self::OPTIONAL] as $name) {
            $values = (array) ($all[$name] ?? []);
            if (count($values) > 1) {
                throw new RedirectException('duplicate_parameter', "$name is given more than once.");
            }
            // A name such as status[][] gives $_GET a list in a list.
            if (is_string(reset($values))) {
                $given[$name] = reset($values);
            }
        }
        $isSuccess = ($given['status'] ?? '') === 'success';
        foreach ($isSuccess ? [...self::REQUIRED, 'hash'] : self::REQUIRED as $name) {
            if (($given[$name] ?? '') === '') {
                throw new RedirectException('missing_parameter', "$name is missing.");
            }
        }
        return $given;
    }

    private static function checkSignature(array $given, array $secrets): void
    {
        $signed = array_diff_key($given, ['tw_signature' => '']);
        $usual = array_diff_key($signed, [self::OPTIONAL => '']);
        foreach ($secrets as $secret) {
            foreach ([$usual, $signed] as $parameters) {
                if (hash_equals(Text::signFields($parameters, $secret), $given['tw_signature'])) {
                    return;
                }
            }
        }
        throw new RedirectException('wrong_signature', 'tw_signature does not match the other parameters.');
    }

    private static function checkOrder(array $given, Order $order): void
    {
        if ($given['order_id'] !== (string) $order->id) {
            throw new RedirectException('wrong_order', 'The result belongs to another order.');
        }
        if ($given['currency'] !== $order->currency) {
            throw new RedirectException('wrong_currency', "The currency is not the order's.");
        }
        $isKnown = $order->transactionId === null
            ? preg_match(self::TRANSACTION_ID, $given['transaction_id']) === 1
            : in_array($given['transaction_id'], (array) $order->transactionId, true);
        if (!$isKnown) {
            throw new RedirectException('wrong_transaction', 'The result belongs to another transaction.');
        }
    }

    /** The hash covers the order's own total, so a payment of another total cannot pass. */
    private static function checkHash(array $given, Order $order, array $keys): void
    {
        foreach ($keys as $key) {
            if (hash_equals(md5($given['transaction_id'] . $order->total . $key), $given['hash'])) {
                return;
            }
        }
        throw new RedirectException('wrong_hash', "The hash does not match the order's total and your hash key.");
    }
}
