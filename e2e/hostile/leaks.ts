/** Searches all that a page received for what it must never have. */
import { readFileSync, rmSync } from 'node:fs'
import type { RpcClient } from '../support/rpcClient.ts'

/** A private key as wallets of the family write it. */
const PRIVATE_KEY = /[5KLUV][1-9A-HJ-NP-Za-km-z]{50,51}/g
/** A signature in DER, as it stands in every transaction that spends coins. */
const SIGNATURE = /30(?:4[2-6])02(?:1[ef]|20|21)[0-9a-f]{60,66}02(?:1[ef]|20|21)[0-9a-f]{60,66}/gi
/** So many words of a phrase in a row are no accident. */
const WORDS_IN_A_ROW = 3

export interface Secrets {
  readonly privateKeys: ReadonlySet<string>
  readonly phrases: readonly string[]
  readonly passphrases: readonly string[]
}

/** Private keys of everything in the wallet, which has to be unlocked. */
export async function privateKeysOf(rpc: RpcClient): Promise<ReadonlySet<string>> {
  const file = await rpc.call<string>('dumpwallet', `keys${Math.random().toString(36).slice(2)}`)
  // Only what stands at the start of a line: a long run of a block's hash can look like a key.
  const keys = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line.match(PRIVATE_KEY) ?? []).filter((key) => line.startsWith(`${key} `)))
  rmSync(file)
  return new Set(keys)
}

/**
 * What of the secrets is in a text, and every signature in it that the attacker did not bring himself.
 * @param given what the page had before
 */
export function leaksIn(text: string, { privateKeys, phrases, passphrases }: Secrets, given = ''): readonly string[] {
  const keys = (text.match(PRIVATE_KEY) ?? []).filter((key) => privateKeys.has(key))
  const runs = phrases.flatMap((phrase) => {
    const words = phrase.split(' ')
    return words.slice(WORDS_IN_A_ROW - 1).map((_, at) => words.slice(at, at + WORDS_IN_A_ROW).join(' '))
  })
  const signatures = (text.match(SIGNATURE) ?? []).filter((signature) => !given.includes(signature))
  return [
    ...keys.map((key) => `private key ${key}`),
    ...runs.filter((run) => text.includes(run)).map((run) => `words ${run}`),
    ...passphrases.filter((passphrase) => text.includes(passphrase)).map((passphrase) => `passphrase ${passphrase}`),
    ...signatures.map((signature) => `signature ${signature}`),
  ]
}
