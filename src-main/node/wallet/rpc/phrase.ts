import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { asBool, asInt64 } from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { AddressIndexView, ChainView, Clock, Random } from '../../core/index.ts'
import { hash160, secp256k1, sha256 } from '../../crypto/index.ts'
import { checkedLabel } from '../../rpc/format/labels.ts'
import { encodeAddress } from '../../script/index.ts'
import { equal, fromHex, isHex, toHex } from '../../util/index.ts'
import { entropyOfPhrase, newPhrase, type PhraseState, parseWords, seedOfPhrase, type Wallet } from '../index.ts'
import type { CoverageDeps } from './phraseCoverage.ts'
import { concludeSearch, searchPhrase } from './phraseSearch.ts'
import { wasPaid } from './tokenKeys.ts'
import { encodeAccount, encodeWalletStatus } from './walletStatus.ts'
import { needWallet } from './walletTx.ts'

interface PhraseDeps extends Omit<CoverageDeps, 'wallet'> {
  readonly wallet: Wallet | undefined
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly chain: Pick<ChainView, 'tip'>
  readonly addressIndex: AddressIndexView | undefined
  /** returns true if the chain is synced */
  readonly chainFetched: () => boolean
  readonly setPubkey: (pubkey: Uint8Array) => void
}

const PUBKEY_HEX_LENGTH = 66
const MAX_TIME = 0xffff_ffffn

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${text}`)

/** Parses the options. `birth`: unix time before which the phrase was not in use, or 0 if unknown. */
function restoreOptions(
  options: JsonObject | undefined,
  now: number,
): { readonly restore: boolean; readonly birth: number } {
  for (const name of options?.keys() ?? []) {
    if (name !== 'restore' && name !== 'birth') throw invalid('the only options are restore and birth')
  }
  const [restore, birth] = [options?.get('restore'), options?.get('birth')]
  const time = birth === undefined || birth === null ? null : asInt64(birth)
  if (time !== null && (time < 0n || time > MAX_TIME)) throw invalid('birth must be unix seconds from 0 to 4294967295')
  const isRestored = restore !== undefined && restore !== null && asBool(restore)
  return { restore: isRestored, birth: isRestored ? Number(time ?? 0n) : now }
}

function formatNotStored(phrase: PhraseState | undefined): string {
  if (phrase === undefined) return 'Error: the wallet has no recovery phrase'
  if (phrase.typed || phrase.birth === 0) {
    return 'Error: the phrase was typed in and cannot be shown, because its words were not stored'
  }
  const day = new Date(phrase.birth * 1000).toISOString().slice(0, 10)
  return `Error: the phrase was made on ${day} and cannot be shown again, because its words were not stored`
}

export function createWalletPhraseHandlers({ clock, random, ...deps }: PhraseDeps) {
  const open = () => needWallet(deps.wallet)
  const listAccounts = ({ keyring }: Wallet) => keyring.accounts.list().map((one) => encodeAccount(one, deps.pubkey()))

  /** Returns the public key of an account's identity, or the given public key. */
  const parseIdentity = (text: string): Uint8Array => {
    if (/^[0-9]{1,9}$/.test(text)) {
      const found = open().keyring.accounts.find(Number(text))
      if (!found) throw invalid(`there is no account ${Number(text)}`)
      return found.pubkey
    }
    const pubkey = text.length === PUBKEY_HEX_LENGTH && isHex(text) ? fromHex(text) : undefined
    if (pubkey && secp256k1.isPublicKey(pubkey)) return pubkey
    throw invalid('expected an account or a public key')
  }

  /** Replaces an unpaid token key that the user has not chosen with a key of the phrase, so that a restore finds it. */
  const moveTokenKey = (wallet: Wallet) => {
    const [present, own] = [deps.pubkey(), wallet.keyring.identity()]
    if (!present || !own || !equal(present, own) || wasPaid(wallet, present, deps.addressIndex)) return
    const moved = wallet.moveIdentityToPhrase()
    if (moved) deps.setPubkey(moved)
  }

  /**
   * Hash of the entropy of the last phrase that newphrase made in this run. Only the words of this phrase are stored
   * when it is set.
   */
  let newPhraseHash: Uint8Array | undefined
  /** Returns the entropy of the phrase that newphrase made last, or undefined for other phrases. */
  const findStorableEntropy = (phrase: string): Uint8Array | undefined => {
    const entropy = entropyOfPhrase(phrase)
    if (newPhraseHash && equal(sha256(entropy), newPhraseHash)) return entropy
    entropy.fill(0)
    return undefined
  }

  return defineHandlers({
    getwalletstatus: (_none, { signal }) => encodeWalletStatus({ ...deps, wallet: open() }, signal),
    newphrase({ words }) {
      open()
      if (words !== 12 && words !== 24) throw invalid('words must be 12 or 24')
      const phrase = newPhrase(words, random)
      const entropy = entropyOfPhrase(phrase)
      newPhraseHash = sha256(entropy)
      entropy.fill(0)
      return { phrase }
    },
    showphrase() {
      const { keyring } = open()
      keyring.vault.requireOpen()
      const phrase = keyring.accounts.readWords()
      if (phrase === undefined) throw new RpcError(RPC_ERROR.WALLET, formatNotStored(keyring.accounts.phrase()))
      keyring.notePhraseShown()
      return { phrase, time: clock.now() }
    },
    async setphrase({ phrase, options }, { signal, progress }) {
      const wallet = open()
      const { restore, birth: since } = restoreOptions(options, clock.now())
      const words = parseWords(phrase).length
      wallet.keys.requireOpen()
      const [seed, entropy] = [await seedOfPhrase(phrase), findStorableEntropy(phrase)]
      try {
        wallet.keyring.outsideKeys.note()
        wallet.setSeed(seed, { words, birth: since, entropy, typed: !entropy }, restore, entropy !== undefined)
        newPhraseHash = undefined
      } finally {
        seed.fill(0)
        entropy?.fill(0)
      }
      moveTokenKey(wallet)
      const onProgress = (done: number, total: number) => progress?.({ done, total, unit: 'blocks' })
      const searchContext = { wallet, addressIndex: deps.addressIndex }
      const scan = { signal, onProgress }
      const complete = await (restore ? searchPhrase(searchContext, scan) : wallet.search.resume(scan))
      const height = restore && complete ? deps.chain.tip().height : null
      if (complete && deps.chainFetched()) await concludeSearch(searchContext, scan)
      const found = await wallet.search.addressesInUse()
      return { words, accounts: listAccounts(wallet), found, complete, height, following: wallet.search.isOpen() }
    },
    newaccount({ label }) {
      const wallet = open()
      const account = wallet.keyring.accounts.add(checkedLabel(label))
      wallet.keyring.changed()
      return encodeAccount(account, deps.pubkey())
    },
    labelaccount({ account, label }) {
      const wallet = open()
      const renamed = wallet.keyring.accounts.label(account, checkedLabel(label))
      wallet.keyring.changed()
      return encodeAccount(renamed, deps.pubkey())
    },
    setidentity({ account }) {
      const wallet = open()
      const pubkey = parseIdentity(account)
      wallet.keyring.setIdentity(pubkey, deps.pubkey())
      deps.setPubkey(pubkey)
      return {
        ...(wallet.keys.has(pubkey)
          ? { ismine: 'true' }
          : { WARNING: 'privkey for this pubkey is not imported to wallet!' }),
        address: encodeAddress({ type: 1, hash: hash160(pubkey) }),
        pubkey: toHex(pubkey),
      } as ReturnType<Handlers['setidentity']>
    },
  })
}
