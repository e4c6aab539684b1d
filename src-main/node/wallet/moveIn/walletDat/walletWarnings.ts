import type { PageFindings } from './inspectPages.ts'
import { isDerivable } from './masterKey.ts'
import type { WalkFindings } from './walkTree.ts'
import type { WalletContent } from './walletContent.ts'
import { walletDatText } from './walletDatText.ts'

/** Records without which a key or the means to decrypt it is missing. */
const KEY_RECORDS = new Set(['key', 'wkey', 'ckey', 'mkey', 'keymeta', 'pool'])
const MAX_LISTED = 5

/** Files and programs around a wallet file. */
export interface WalletSurroundings {
  /** names of log files in the folder `database` beside the wallet, relative to the wallet's folder */
  readonly logFiles: readonly string[]
  /** process ids of other programs that have the wallet open or its folder locked */
  readonly holders: readonly number[]
}

/** Numbers of keys and `keymeta` records without each other. */
export interface MetaMismatch {
  readonly keysWithoutMeta: number
  readonly metaWithoutKey: number
}

/** Counts keys without `keymeta` and the reverse; both are 0 for old wallets that have none. */
export function countMetaMismatch({ table }: WalletContent): MetaMismatch {
  let [keysWithoutMeta, metaWithoutKey, hasMeta] = [0, 0, false]
  for (let row = 0; row < table.rows; row++) {
    if (table.hasMeta(row)) hasMeta = true
    if (table.hasMeta(row) && !table.isKey(row)) metaWithoutKey++
    if (table.isKey(row) && !table.hasMeta(row)) keysWithoutMeta++
  }
  return { keysWithoutMeta: hasMeta ? keysWithoutMeta : 0, metaWithoutKey }
}

/** True if records that hold keys could not be read. */
export function hasUnreadableKeys({ unreadable }: WalletContent): boolean {
  return [...unreadable.keys()].some((name) => KEY_RECORDS.has(name))
}

/** Describes signs of damage that can hide records. Empty for a sound file. */
export function describeDamage(
  { keysAscend, leavesLinked, leavesPacked }: WalkFindings,
  { orphans }: PageFindings,
  { keysWithoutMeta, metaWithoutKey }: MetaMismatch,
): string[] {
  return [
    ...counted('orphans', orphans),
    ...(leavesLinked ? [] : [walletDatText('links')]),
    ...(leavesPacked ? [] : [walletDatText('counts')]),
    ...(keysAscend ? [] : [walletDatText('order')]),
    ...counted('withoutTime', keysWithoutMeta),
    ...counted('withoutKey', metaWithoutKey),
  ]
}

/** Describes keys that a search of all bytes found. */
export const describeFound = (keys: number): string[] => counted('foundInBytes', keys)

/** Describes keys of records that the tree of the file does not have. */
export const describeFoundOnPages = (keys: number): string[] => counted('foundOnPages', keys)

/** Describes records that were skipped or taken with reservations. */
export function describeRecords(content: WalletContent): string[] {
  const unreadable = [...content.unreadable].map(([name, count]) =>
    walletDatText(KEY_RECORDS.has(name) ? 'unreadableKeys' : 'unreadable', { count, name }),
  )
  return [
    ...unreadable,
    ...counted('checksums', content.wrongChecksums),
    ...counted('cutTexts', content.cutTexts),
    ...counted('leftOut', content.leftOut),
    ...describeEncryption(content),
  ]
}

function describeEncryption({ table, masterKeys }: WalletContent): string[] {
  let [plain, encrypted] = [0, 0]
  for (let row = 0; row < table.rows; row++) {
    if (table.isLocked(row)) encrypted++
    else if (table.hasSecret(row)) plain++
  }
  if (encrypted === 0) return []
  return [
    ...(plain > 0 ? [walletDatText('mixed')] : []),
    ...(masterKeys.length === 0 ? [walletDatText('noMasterKey')] : []),
    ...(masterKeys.length > 0 && !masterKeys.some(isDerivable) ? [walletDatText('unknownEncryption')] : []),
  ]
}

/** Names the log files that may hold the last changes. */
export function describeLogs({ logFiles }: WalletSurroundings): string {
  if (logFiles.length === 0) return 'database/log.*'
  const more = logFiles.length > MAX_LISTED ? ', …' : ''
  return `${logFiles.slice(0, MAX_LISTED).join(', ')}${more}`
}

/** Describes a wallet that was not closed: its last changes may be in the log only. */
export function describeUnclosed(surroundings: WalletSurroundings): string {
  return walletDatText('unclosed', { logs: describeLogs(surroundings) })
}

/** Describes other programs that use the wallet. */
export function describeHolders({ holders }: WalletSurroundings): string[] {
  return holders.length === 0 ? [] : [walletDatText('inUse', { ids: holders.slice(0, MAX_LISTED).join(', ') })]
}

/** Describes secrets that the passphrase did not decrypt. */
export const describeUndecrypted = (keys: number): string[] => counted('undecrypted', keys)

type CountedText =
  | 'orphans'
  | 'withoutTime'
  | 'withoutKey'
  | 'foundInBytes'
  | 'foundOnPages'
  | 'checksums'
  | 'cutTexts'
  | 'leftOut'
  | 'undecrypted'

function counted(key: CountedText, count: number): string[] {
  return count === 0 ? [] : [walletDatText(key, { count })]
}
