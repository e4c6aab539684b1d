import type { Steps } from '../../../util/runInSlices.ts'
import { HEADER_BYTES } from './container.ts'
import { inspectPages } from './inspectPages.ts'
import { isDerivable } from './masterKey.ts'
import type { OldWalletRescue } from './oldWallet.ts'
import { addRecord, addUncertainRecord } from './records.ts'
import { guessLayout, type RescueVisitor, rescuePages } from './rescuePages.ts'
import { searchKeys } from './searchKeys.ts'
import { WalletContent } from './walletContent.ts'
import { walletDatText } from './walletDatText.ts'
import type { WalletSource } from './walletSource.ts'
import { describeFound } from './walletWarnings.ts'

/** Length of a page header with a checksum. */
const CHECKSUM_HEADER_BYTES = 32

/** Content that was found without the tree of the file. */
export interface RescuedContent {
  readonly content: WalletContent
  readonly rescued: OldWalletRescue
  readonly cleanlyClosed: boolean
  /** false if not even a leaf page was found */
  readonly hasPages: boolean
  readonly warnings: readonly string[]
}

/**
 * Reads all leaf pages, then searches all bytes for private keys (wallet-dat.md §1.7).
 * @param problem sentence with the reason
 */
export function* rescueContent(source: WalletSource, problem: string): Steps<RescuedContent> {
  let content = new WalletContent()
  let cleanlyClosed = false
  let hasPages = false
  for (const headerBytes of [HEADER_BYTES, CHECKSUM_HEADER_BYTES]) {
    const layout = yield* guessLayout(source, headerBytes)
    if (layout === undefined) break
    hasPages = true
    yield* rescuePages(
      source,
      layout,
      rescueVisitor(content, () => true),
    )
    cleanlyClosed = (yield* inspectPages(source, layout, () => true)).unclosedPages === 0
    if (!content.isEmpty) break
    content = new WalletContent()
  }
  const fromBytes = yield* rescueKeys(source, content)
  const warnings = [problem, walletDatText('rescued'), ...describeFound(fromBytes)]
  return { content, rescued: fromBytes > 0 ? 'bytes' : 'pages', cleanlyClosed, hasPages, warnings }
}

/** Adds rescued records to the content. */
export function rescueVisitor(content: WalletContent, isWanted: (page: number) => boolean): RescueVisitor {
  return {
    isWanted,
    record: (key, value) => addRecord(content, key, value),
    uncertain: (key, value) => addUncertainRecord(content, key, value),
  }
}

/** Adds the private keys that lie anywhere in the file. @returns the number of keys that were not known */
export function* rescueKeys(source: WalletSource, { table, masterKeys }: WalletContent): Steps<number> {
  // Encrypted keys of a wallet keep their encryption unless that cannot be undone.
  const isLocked = masterKeys.some(isDerivable)
  let added = 0
  yield* searchKeys(
    source,
    (pubkey) => table.find(pubkey) >= 0,
    (pubkey, secret) => {
      const row = table.add(pubkey)
      if (table.hasSecret(row) || (isLocked && table.isKey(row))) return
      table.setSecret(row, secret)
      added++
    },
  )
  return added
}
