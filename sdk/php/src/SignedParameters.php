<?php

declare(strict_types=1);

namespace Tradewind;

/** Reads and verifies the signed parameters that every result has. */
final class SignedParameters
{
    /** tw_signature covers these parameters of every result. */
    private const SIGNED = [
        'card', 'currency', 'data', 'date', 'fee_structure', 'hash', 'message', 'order_id', 'reasonDescription',
        'status', 'total', 'transaction_id',
    ];

    /**
     * @param string|array<string, mixed> $query
     * @param string $optional Our parameter only in some results. Other names belong to the shop.
     * @return array<string, string>
     */
    public static function read(string|array $query, string $optional): array
    {
        $all = is_string($query) ? Text::parseQuery($query) : $query;
        $given = [];
        foreach ([...self::SIGNED, 'tw_signature', $optional] as $name) {
            $values = (array) ($all[$name] ?? []);
            if (count($values) > 1) {
                throw new RedirectException('duplicate_parameter', "$name is given more than once.");
            }
            // A name such as status[][] gives $_GET a list in a list.
            if (is_string(reset($values))) {
                $given[$name] = reset($values);
            }
        }
        return $given;
    }

    /** Whether the customer returned from a payment request that we refused. Such a return is not signed. */
    public static function isRefusal(array $given): bool
    {
        $hasResult = ($given['transaction_id'] ?? '') !== '' || ($given['tw_signature'] ?? '') !== '';
        return ($given['status'] ?? '') === 'error' && !$hasResult;
    }

    /** @param list<string> $names */
    public static function require(array $given, array $names): void
    {
        foreach ([...$names, 'tw_signature'] as $name) {
            if (($given[$name] ?? '') === '') {
                throw new RedirectException('missing_parameter', "$name is missing.");
            }
        }
    }

    /** @param string $optional A parameter that may be ours, so it is signed or the shop's own. */
    public static function checkSignature(array $given, array $secrets, string $optional = ''): void
    {
        $signed = array_diff_key($given, ['tw_signature' => '']);
        $usual = array_diff_key($signed, [$optional => '']);
        foreach ($secrets as $secret) {
            foreach ([$usual, $signed] as $parameters) {
                if (hash_equals(Text::signFields($parameters, $secret), $given['tw_signature'])) {
                    return;
                }
            }
        }
        $hint = self::neededSecret($given, 'signing secret');
        throw new RedirectException('wrong_signature', "tw_signature does not match the other parameters. $hint");
    }

    /**
     * The id of a sandbox transaction shows its environment. Secrets of the other environment are a common mistake.
     */
    public static function neededSecret(array $given, string $secret): string
    {
        $environment = str_starts_with($given['transaction_id'], 'SB-') ? 'sandbox' : 'live';
        return "This is a $environment result, so it needs the $environment $secret.";
    }

    /** @param string|list<string> $known */
    public static function checkTransaction(array $given, string|array $known): void
    {
        if (!in_array($given['transaction_id'], (array) $known, true)) {
            throw new RedirectException('wrong_transaction', 'The result belongs to another transaction.');
        }
    }
}
