import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../chain/index.ts'
import type { AddressIndexView, Clock } from '../../core/index.ts'
import { equal, hashKey, toDisplayHex } from '../../util/index.ts'
import {
  type BackupContent,
  type BackupCoverage,
  computeDumpCoverage,
  computeSeedCoverage,
  describeDumpOmissions,
  hasAllScripts,
  keyBalances,
  runInSlices,
  type Steps,
  seedOfPhrase,
  type Wallet,
  writeDump,
} from '../index.ts'
import type { CoverageDeps } from './phraseCoverage.ts'
import { encodeWalletStatus } from './walletStatus.ts'
import { needWallet } from './walletTx.ts'

interface BackupDeps extends Omit<CoverageDeps, 'wallet'> {
  readonly chain: Chain
  readonly clock: Pick<Clock, 'now'>
  readonly addressIndex: AddressIndexView | undefined
  readonly wallet: Wallet | undefined
}

/** Maximum characters of a backup text. A dump of a hundred thousand keys has 12 MB. */
const MAX_CHARACTERS = 50_000_000
const COMPRESSED_LENGTH = 33
/** Keys whose tokens are read per event-loop slice. */
const KEYS_PER_BATCH = 500

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, text)
const noKeys = () => invalid('There is no key in this text')

/** Rejects calls over HTTP, whose callers are programs with logs and histories beyond our control. */
export function windowOnly({ transport }: CallContext): void {
  if (transport === 'ipc' || transport === 'web') return
  throw new RpcError(RPC_ERROR.WALLET, 'Only the window of the app can do this: secrets are not sent over HTTP')
}

function checkedText(text: string): string {
  if (text.length > MAX_CHARACTERS) throw invalid('The text is too long')
  return text
}

interface GivenBackup {
  readonly phrase?: string
  readonly dump?: string
  readonly sealed?: string
  readonly passphrase?: string
}

function parseBackup(backup: JsonObject): GivenBackup {
  const names = [...backup.keys()].sort().join(' ')
  if (names !== 'phrase' && names !== 'dump' && names !== 'passphrase sealed') {
    throw invalid('Give either a phrase, a dump or a sealed backup')
  }
  const texts = [...backup].map(([name, value]) => {
    const text = convert.asString(value)
    return [name, name === 'sealed' ? text : checkedText(text)] as const
  })
  return Object.fromEntries(texts)
}

/** Keys that may have been shown, without those retired unseen when a phrase was set. */
const shownKeys = ({ keys }: Wallet) => keys.used().filter(({ source }) => source !== 'retired')

interface ReadBackup extends BackupCoverage {
  /** unix seconds when an encrypted backup with all scripts and shielded keys was made; undefined for other backups */
  readonly sealedAt?: number
}

/** Returns the keys that an encrypted backup restores: its own keys and further ones that its phrase derives. */
async function readSealed(wallet: Wallet, content: BackupContent, signal: AbortSignal): Promise<ReadBackup> {
  const coverage = await readSealedKeys(wallet, content, signal)
  const complete = hasAllScripts(content, { scripts: wallet.scripts, shielded: wallet.keyring.shielded })
  for (const { value } of content.shielded) value.fill(0)
  return { ...coverage, ...(complete && { sealedAt: content.made }) }
}

async function readSealedKeys(
  wallet: Wallet,
  { dump, phrase }: BackupContent,
  signal: AbortSignal,
): Promise<BackupCoverage> {
  const own = shownKeys(wallet)
  const ofDump = await computeDumpCoverage(dump, own, signal)
  if (!phrase) return ofDump
  const ofSeed = await computeSeedCoverage(phrase.seed, { own, ledger: wallet.ledger, signal })
  phrase.seed.fill(0)
  const held = new Set(ofDump.keys.map(({ pubkey }) => hashKey(pubkey)))
  const underived = new Set(ofSeed.missing.map(({ pubkey }) => hashKey(pubkey)))
  return {
    keys: [...ofDump.keys, ...ofSeed.keys.filter(({ pubkey }) => !held.has(hashKey(pubkey)))],
    missing: ofDump.missing.filter(({ pubkey }) => underived.has(hashKey(pubkey))),
    missingLabels: ofDump.missingLabels,
  }
}

export function createWalletBackupHandlers(deps: BackupDeps) {
  const { chain, clock, addressIndex } = deps
  const open = () => needWallet(deps.wallet)

  const readBackup = async (wallet: Wallet, backup: JsonObject, signal: AbortSignal): Promise<ReadBackup> => {
    const { phrase, dump, sealed, passphrase } = parseBackup(backup)
    if (sealed !== undefined) return readSealed(wallet, await wallet.sealed.open(sealed, passphrase ?? ''), signal)
    if (dump !== undefined) {
      const found = await computeDumpCoverage(dump, shownKeys(wallet), signal)
      if (found.keys.length === 0) throw noKeys()
      return found
    }
    const seed = await seedOfPhrase(phrase ?? '')
    try {
      return await computeSeedCoverage(seed, { own: shownKeys(wallet), ledger: wallet.ledger, signal })
    } finally {
      seed.fill(0)
    }
  }
  /** Sums the balances of the backup's keys per token, in order of first occurrence. */
  function* sumTokens({ keys }: BackupCoverage): Steps<{ tokenid: string; balance: bigint }[]> {
    const sums = new Map<string, bigint>()
    for (const [index, { pubkey }] of keys.entries()) {
      if (index % KEYS_PER_BATCH === KEYS_PER_BATCH - 1) yield
      if (pubkey.length !== COMPRESSED_LENGTH) continue
      for (const { token, balance } of deps.contractIndexes?.tokens.holdings(pubkey) ?? []) {
        const id = toDisplayHex(token.tokenId)
        sums.set(id, (sums.get(id) ?? 0n) + balance)
      }
    }
    return [...sums].map(([tokenid, balance]) => ({ tokenid, balance }))
  }
  const toHashes = (keys: readonly { readonly hash: Uint8Array }[]) => new Set(keys.map(({ hash }) => hashKey(hash)))

  return defineHandlers({
    async provebackup({ backup }, { signal, progress }) {
      const wallet = open()
      const found = await readBackup(wallet, backup, signal)
      const own = shownKeys(wallet)
      const sets = [found.keys, own, found.missing].map(toHashes)
      const onProgress = (done: number, total: number) => progress?.({ done, total, unit: 'blocks' })
      const sums = await keyBalances({ chain, addressIndex }, sets, { signal, onProgress })
      if (!sums) throw signal.reason
      const tokens = await runInSlices(() => sumTokens(found), { signal })
      const [balance = 0n, walletbalance = 0n, missingbalance = 0n] = sums
      const ok = found.missing.length === 0 && balance >= walletbalance
      if (ok) wallet.keyring.noteDrill()
      if (ok && found.sealedAt !== undefined) wallet.oldWallets.noteBackup(found.sealedAt)
      const [first] = wallet.keyring.accounts.list()
      return {
        ok,
        ownphrase: backup.has('phrase') && !!first && found.keys.some(({ pubkey }) => equal(pubkey, first.pubkey)),
        keys: found.keys.length,
        wallet: own.length,
        missing: found.missing.length,
        missingbalance,
        missinglabels: found.missingLabels,
        balance,
        walletbalance,
        tokens,
        height: chain.tip().height,
      }
    },
    exportwallet(_, context) {
      windowOnly(context)
      const wallet = open()
      const { keys } = wallet
      keys.requireOpen()
      const time = clock.now()
      const frame = { time, tip: chain.tip(), omitted: describeDumpOmissions(wallet) }
      return runInSlices(
        function* () {
          return { text: yield* writeDump(keys.all(), (key) => keys.dumped(key), frame), time }
        },
        { signal: context.signal },
      )
    },
    notebackup({ time, what }) {
      const wallet = open()
      if (time < 1n || time > clock.now()) throw invalid('Invalid parameter, time must be in the past')
      if (what !== 'file' && what !== 'phrase') throw invalid('Invalid parameter, what must be file or phrase')
      if (what === 'file') wallet.keyring.noteBackup(Number(time), wallet.sealed.wroteAt(Number(time)))
      else wallet.keyring.notePhraseWritten()
      return encodeWalletStatus({ ...deps, wallet })
    },
    async importwallettext({ text }, context) {
      windowOnly(context)
      const wallet = open()
      const { signal, progress } = context
      const counting = (unit: string) => (done: number, total: number) => progress?.({ done, total, unit })
      const options = { signal, onProgress: counting('characters') }
      const { found, added } = await wallet.importDump(checkedText(text), options)
      if (found === 0) throw noKeys()
      if (added > 0) await wallet.rescan(0, { signal, onProgress: counting('blocks') })
      return { added }
    },
  })
}
