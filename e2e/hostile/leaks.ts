/** Searches everything that a page received for data that it must never have. */
import { readFileSync, rmSync } from 'node:fs'
import type { RpcClient } from '../support/rpcClient.ts'

/** A private key in the wallet import format. */
const PRIVATE_KEY = /[5KLUV][1-9A-HJ-NP-Za-km-z]{50,51}/g
/** A DER signature, as in every transaction that spends coins. */
const SIGNATURE = /30(?:4[2-6])02(?:1[ef]|20|21)[0-9a-f]{60,66}02(?:1[ef]|20|21)[0-9a-f]{60,66}/gi
/** Number of consecutive words of a phrase that cannot occur by chance. */
const CONSECUTIVE_WORDS = 3

export interface Secrets {
  readonly privateKeys: ReadonlySet<string>
  readonly phrases: readonly string[]
  readonly passphrases: readonly string[]
}

/** Returns all private keys of the wallet, which must be unlocked. */
export async function readPrivateKeys(rpc: RpcClient): Promise<ReadonlySet<string>> {
  const file = await rpc.call<string>('dumpwallet', `keys${Math.random().toString(36).slice(2)}`)
  // Only matches at the start of a line: part of a block hash can look like a key.
  const keys = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line.match(PRIVATE_KEY) ?? []).filter((key) => line.startsWith(`${key} `)))
  rmSync(file)
  return new Set(keys)
}

/**
 * Returns the secrets in a text, and all signatures in it that the attacker did not provide.
 * @param given text that the page had before
 */
export function leaksIn(text: string, { privateKeys, phrases, passphrases }: Secrets, given = ''): readonly string[] {
  const keys = (text.match(PRIVATE_KEY) ?? []).filter((key) => privateKeys.has(key))
  const runs = phrases.flatMap((phrase) => {
    const words = phrase.split(' ')
    return words.slice(CONSECUTIVE_WORDS - 1).map((_, at) => words.slice(at, at + CONSECUTIVE_WORDS).join(' '))
  })
  const signatures = (text.match(SIGNATURE) ?? []).filter((signature) => !given.includes(signature))
  return [
    ...keys.map((key) => `private key ${key}`),
    ...runs.filter((run) => text.includes(run)).map((run) => `words ${run}`),
    ...passphrases.filter((passphrase) => text.includes(passphrase)).map((passphrase) => `passphrase ${passphrase}`),
    ...signatures.map((signature) => `signature ${signature}`),
  ]
}
