import { pbkdf2Sync } from 'node:crypto'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Random } from '../../core/index.ts'
import { WalletError } from '../walletError.ts'

/** Lengths of BIP39 phrases, in words. */
const LENGTHS: readonly number[] = [12, 15, 18, 21, 24]
const MAX_CHARACTERS = 1000
const WORDS = new Set(wordlist)

const invalid = (text: string) => new WalletError('invalid-input', text)

/** Returns a random phrase (BIP39, English): 12 words are 128 bits, 24 are 256. */
export function newPhrase(words: 12 | 24, random: Random): string {
  const entropy = random.bytes((words / 3) * 4)
  const phrase = phraseOfEntropy(entropy)
  entropy.fill(0)
  return phrase
}

/** Returns the English words of entropy (BIP39). */
export const phraseOfEntropy = (entropy: Uint8Array): string => entropyToMnemonic(entropy, wordlist)

/**
 * Returns the entropy of a typed phrase, which the caller must wipe.
 * @throws WalletError `invalid-input` as `parseWords`
 */
export const entropyOfPhrase = (phrase: string): Uint8Array => mnemonicToEntropy(parseWords(phrase).join(' '), wordlist)

/**
 * Returns the words of a typed phrase. Case and white space are ignored. Errors name word positions, never words.
 * @throws WalletError `invalid-input`
 */
export function parseWords(phrase: string): readonly string[] {
  if (phrase.length > MAX_CHARACTERS) throw invalid('Invalid phrase: too long')
  const words = phrase.normalize('NFKD').trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (!LENGTHS.includes(words.length)) {
    const count = words.length === 1 ? '1 word' : `${words.length} words`
    throw invalid(`Invalid phrase: expected 12, 15, 18, 21 or 24 words, got ${count}`)
  }
  const wrong = words.findIndex((word) => !WORDS.has(word))
  if (wrong >= 0) throw invalid(`Invalid phrase: word ${wrong + 1} is not one of the 2048 words of BIP39`)
  try {
    mnemonicToEntropy(words.join(' '), wordlist).fill(0)
  } catch {
    throw invalid('Invalid phrase: wrong checksum; a word is wrong, or the words are in the wrong order')
  }
  return words
}

/**
 * Returns the 64-byte seed from which keys are derived (BIP39). `extra`: BIP39's passphrase, unused by this program's
 * wallets.
 * @throws WalletError `invalid-input` as `parseWords`
 */
export function seedOfPhrase(phrase: string, extra = ''): Promise<Uint8Array> {
  return mnemonicToSeedWebcrypto(parseWords(phrase).join(' '), extra)
}

const BIP39_ROUNDS = 2048
const SEED_BYTES = 64

/**
 * Returns the seed of entropy synchronously, because a wallet file is created in one step. Takes about a millisecond.
 */
export function seedOfEntropy(entropy: Uint8Array): Uint8Array {
  return pbkdf2Sync(phraseOfEntropy(entropy), 'mnemonic', BIP39_ROUNDS, SEED_BYTES, 'sha512')
}
