import type { Steps } from '../../../util/runInSlices.ts'
import { hasBtreeMagic, META_BYTES, parseFirstPage } from './container.ts'
import { inspectPages, type PageFindings } from './inspectPages.ts'
import type { OldWallet } from './oldWallet.ts'
import { PageReader } from './pages.ts'
import { rejectOtherFiles } from './recognizeOther.ts'
import { addRecord } from './records.ts'
import { type RescuedContent, rescueContent, rescueKeys, rescueVisitor } from './rescueContent.ts'
import { rescuePages } from './rescuePages.ts'
import { searchKeys } from './searchKeys.ts'
import { StructureError } from './structureError.ts'
import { type WalkFindings, walkWallet } from './walkTree.ts'
import { WalletContent } from './walletContent.ts'
import { WalletDatError } from './walletDatError.ts'
import { walletDatText } from './walletDatText.ts'
import type { WalletSource } from './walletSource.ts'
import { createWalletView, type OldWalletFacts } from './walletView.ts'
import {
  countMetaMismatch,
  describeDamage,
  describeFound,
  describeFoundOnPages,
  describeHolders,
  describeLogs,
  describeRecords,
  describeUnclosed,
  hasUnreadableKeys,
  type WalletSurroundings,
} from './walletWarnings.ts'

interface FoundContent {
  readonly content: WalletContent
  readonly rescued: OldWallet['rescued']
  readonly cleanlyClosed: boolean
  readonly warnings: readonly string[]
}

/**
 * Reads a wallet file of Berkeley DB (wallet-dat.md §1, §2) and rescues what it can from a damaged one.
 * @throws WalletDatError
 */
export function* readWallet(source: WalletSource, surroundings: WalletSurroundings): Steps<OldWallet> {
  const start = new Uint8Array(META_BYTES)
  const length = source.read(start, 0)
  rejectOtherFiles(start.subarray(0, length), source.size)
  const found = yield* findContent(source, start)
  const { content, rescued, cleanlyClosed } = found
  try {
    if (content.isEmpty && !cleanlyClosed) throw notWritten(surroundings)
    const facts: OldWalletFacts = {
      cleanlyClosed,
      rescued,
      leaks: yield* findLeaks(source, content),
      warnings: [
        ...found.warnings,
        ...describeRecords(content),
        ...(cleanlyClosed ? [] : [describeUnclosed(surroundings)]),
        ...describeHolders(surroundings),
        ...(content.table.keys === 0 ? [walletDatText('noKeys')] : []),
      ],
    }
    return yield* createWalletView(content, facts)
  } catch (error) {
    content.wipe()
    throw error
  }
}

function* findContent(source: WalletSource, start: Uint8Array): Steps<FoundContent> {
  try {
    return yield* readTree(source, start)
  } catch (error) {
    if (!(error instanceof StructureError)) throw error
    const found = yield* rescueContent(source, error.message)
    if (found.content.isEmpty) throw nothingFound(error, found, start)
    return found
  }
}

/** Reads the file through its tree. @throws StructureError if the tree is damaged */
function* readTree(source: WalletSource, start: Uint8Array): Steps<FoundContent> {
  const layout = parseFirstPage(start, source.size)
  const reader = new PageReader(source, layout)
  const content = new WalletContent()
  try {
    reader.read(0, new Uint8Array(layout.pageSize))
    const walk = yield* walkWallet(reader, layout.root, (key, value) => addRecord(content, key, value))
    const pages = yield* inspectPages(source, layout, (page) => reader.isVisited(page))
    const { rescued, warnings } = yield* supplement(source, reader, content, { walk, pages })
    return { content, rescued, cleanlyClosed: pages.unclosedPages === 0, warnings }
  } catch (error) {
    content.wipe()
    throw error
  }
}

/** Searches for records that signs of damage may hide. A sound file is never searched. */
function* supplement(
  source: WalletSource,
  reader: PageReader,
  content: WalletContent,
  { walk, pages }: { readonly walk: WalkFindings; readonly pages: PageFindings },
): Steps<Pick<FoundContent, 'rescued' | 'warnings'>> {
  const isSound = describeDamage(walk, pages, countMetaMismatch(content)).length === 0
  if (isSound && !hasUnreadableKeys(content)) return { rescued: 'no', warnings: [] }
  const before = content.table.keys
  const isUnread = (page: number) => !reader.isVisited(page)
  yield* rescuePages(source, reader.layout, rescueVisitor(content, isUnread))
  const fromPages = content.table.keys - before
  const fromBytes = yield* rescueKeys(source, content)
  const rescued = fromBytes > 0 ? 'bytes' : fromPages > 0 ? 'pages' : 'no'
  // Keys that were found are no longer missing.
  const damage = describeDamage(walk, pages, countMetaMismatch(content))
  return { rescued, warnings: [...damage, ...describeFoundOnPages(fromPages), ...describeFound(fromBytes)] }
}

/** Counts secrets that lie unencrypted in the file of an encrypted wallet (wallet-dat.md §2.4). */
function* findLeaks(source: WalletSource, content: WalletContent): Steps<OldWallet['leaks']> {
  if (!content.isEncrypted) return { plainKeys: 0, plainSeed: false }
  const { table } = content
  const leaked = new Set<string>()
  yield* searchKeys(
    source,
    (pubkey) => table.find(pubkey) >= 0,
    (pubkey) => leaked.add(Buffer.from(pubkey).toString('latin1')),
  )
  return { plainKeys: leaked.size, plainSeed: content.plainSeed !== undefined }
}

function nothingFound(error: StructureError, { hasPages }: RescuedContent, start: Uint8Array): WalletDatError {
  if (error.unsupported) return new WalletDatError('unsupported', error.message)
  if (!hasPages && !hasBtreeMagic(start)) return new WalletDatError('not-a-wallet', walletDatText('noWallet'))
  return new WalletDatError('damaged', walletDatText('damaged'), { cause: error })
}

function notWritten(surroundings: WalletSurroundings): WalletDatError {
  return new WalletDatError('not-written', walletDatText('notWritten', { logs: describeLogs(surroundings) }))
}
