/**
 * Checks that the wallet file is the wallet that the chain was used with. A file that is missing, empty, damaged or
 * another wallet's is never replaced or changed without the user's consent (`-newwallet`), and even then only renamed.
 *
 * A new wallet is created in this order, and a crash may follow each step. The old file is renamed, then its journal.
 * The new file is completed under another name, renamed, and bound in chain.db. No wallet file is lost at any point.
 */
import { lstatSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../../../files/index.ts'
import type { Clock, Random } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import type { WalletBinding, WalletBindings } from '../../storage/index.ts'
import { equal, toHex } from '../../util/index.ts'
import { WalletFileError, type WalletProblem } from './fileErrors.ts'
import { journalPath } from './journal.ts'
import { createWalletFile, type FoundWallet, openWalletFile, type WalletFile } from './walletFile.ts'

export interface PresenceDeps {
  readonly notes: Pick<WalletBindings, 'current' | 'earlier' | 'add'>
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  /** true if the user agreed to continue without the bound wallet */
  readonly newWallet: boolean
  /** true if a new wallet gets only its own keys, for a private sandbox */
  readonly forSandbox?: boolean
  /** returns true if there are blocks above genesis */
  readonly hasBlocks: () => boolean
  /** completes a new wallet file before it gets its final name */
  readonly fill?: ((file: WalletFile) => void) | undefined
}

/** Displayed digits of a wallet id. */
const SHOWN_DIGITS = 16
const ID_BYTES = 32
/** Meta entry with the id of the wallet. */
const ID = 'fingerprint'
/**
 * Meta entry of a wallet whose keys were all created by this program for a private sandbox. Removed before a key comes
 * from outside.
 */
export const MADE_FOR_SANDBOX = 'madeForSandbox'

const shown = (id: Uint8Array | undefined) => (id && id.length > 0 ? toHex(id).slice(0, SHOWN_DIGITS) : null)
const isMissing = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined

/** Computes a mark from the oldest key, which identifies a copy of the wallet that has no id. */
const computeMark = (id: Uint8Array, pubkey: Uint8Array) => sha256(Buffer.concat([id, pubkey]))

/**
 * Opens the chain's wallet, or creates one if the chain never had a wallet.
 * @throws WalletFileError with the `problem` that the user must decide
 */
export function openBoundWallet(path: string, deps: PresenceDeps): WalletFile {
  const { notes, newWallet } = deps
  const note = notes.current()
  const about = { path, ...describeBinding(note) }
  const make = () => {
    createWalletFile(path, (file) => {
      file.setMeta(ID, deps.random.bytes(ID_BYTES))
      if (deps.forSandbox) file.setMeta(MADE_FOR_SANDBOX, Uint8Array.of(1))
      deps.fill?.(file)
    })
    return openWalletFile(path)
  }
  const begin = (reason: 'empty' | 'damaged') => {
    setAside(path, reason, deps.clock)
    return make()
  }

  const found = statSync(path, { throwIfNoEntry: false })
  // The former content of an empty file is unknown, but it was meant to hold a wallet.
  const kind = found === undefined ? 'missing' : found.size === 0 ? 'empty' : undefined
  if (kind !== undefined) {
    const expected = note !== undefined || (kind === 'empty' && deps.hasBlocks())
    if (expected && !newWallet) throw new WalletFileError({ kind, found: null, earlier: false, ...about })
    return begin('empty')
  }
  try {
    return openWalletFile(path, (wallet) => {
      const problem = findProblem(wallet, deps)
      if (problem) throw new WalletFileError({ ...problem, ...about })
    })
  } catch (error) {
    const problem = error instanceof WalletFileError ? error.problem : null
    if (!newWallet || (problem?.kind !== 'empty' && problem?.kind !== 'damaged')) throw error
    return begin(problem.kind)
  }
}

/** Binds the wallet in chain.db as the one that the chain is used with. Call when the wallet has keys. */
export function bindWallet(file: WalletFile, { notes, random, clock }: PresenceDeps): void {
  const note = notes.current()
  let id = file.meta(ID)
  if (!id) {
    const keys = file.keys()
    const own = [...(note ? [note] : []), ...notes.earlier()].find((each) => hasMark(keys, each))
    id = own?.id ?? random.bytes(ID_BYTES)
    file.setMeta(ID, id)
  }
  if (note && equal(note.id, id)) return
  const [oldest] = file.keys()
  notes.add({ id, mark: oldest ? computeMark(id, oldest.pubkey) : new Uint8Array(), noted: clock.now() })
}

function describeBinding(note: WalletBinding | undefined): Pick<WalletProblem, 'expected' | 'noted'> {
  return { expected: shown(note?.id), noted: note && note.noted > 0 ? note.noted : null }
}

type FoundProblem = Pick<WalletProblem, 'kind' | 'found' | 'earlier'>

function findProblem(wallet: FoundWallet, { notes, newWallet, hasBlocks }: PresenceDeps): FoundProblem | undefined {
  const note = notes.current()
  if (wallet.version === 0) {
    return note || hasBlocks() ? { kind: 'empty', found: null, earlier: false } : undefined
  }
  // If the binding has no id, any wallet may be the bound one.
  if (!note || note.id.length === 0 || newWallet) return undefined
  const id = wallet.meta(ID)
  if (id ? equal(id, note.id) : hasMark(wallet.keys(), note)) return undefined
  const earlier = notes.earlier().some((each) => (id ? equal(id, each.id) : hasMark(wallet.keys(), each)))
  return { kind: 'foreign', found: shown(id), earlier }
}

function hasMark(keys: readonly { readonly pubkey: Uint8Array }[], { id, mark }: WalletBinding): boolean {
  return id.length > 0 && mark.length > 0 && keys.some(({ pubkey }) => equal(computeMark(id, pubkey), mark))
}

/**
 * Renames file and journal, if they exist, to a name with the time. The journal is last, because SQLite needs it next
 * to the file.
 */
function setAside(path: string, reason: string, clock: Pick<Clock, 'now'>): void {
  const journal = journalPath(path)
  if (isMissing(path) && isMissing(journal)) return
  const time = new Date(clock.now() * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
  const name = (count: number) => `${path}.${reason}-${time}${count === 0 ? '' : `-${count}`}`
  let count = 0
  while (!isMissing(name(count)) || !isMissing(journalPath(name(count)))) count++
  if (!isMissing(path)) renameSync(path, name(count))
  if (!isMissing(journal)) renameSync(journal, journalPath(name(count)))
  syncFolder(dirname(path))
}
