import type { BlockObserver, Logger } from '../core/index.ts'
import {
  type Database,
  type DerivedIndex,
  type IndexState,
  IndexStates,
  openReadSnapshot,
  type ReadSnapshot,
} from '../storage/index.ts'
import { Accounts } from './accounts.ts'
import { AccountUpdater } from './accountUpdater.ts'
import { AddressObserver } from './addressObserver.ts'
import { readAudit } from './audit.ts'
import { sumBalances } from './balanceSums.ts'
import { readChart } from './chart.ts'
import { createHistoryPages } from './historyPages.ts'
import { readJsonList, readList } from './longLists.ts'
import { createLongReads, openReading } from './longReads.ts'
import { createAddressRebuild } from './rebuild.ts'
import { ADDRESS_INDEX } from './schema.ts'
import { createSnapshotReader } from './snapshot.ts'
import { createTextReads } from './textReads.ts'
import { TotalsTracker } from './totals.ts'
import type { TxPosition } from './txPositions.ts'
import type { AddressAudit, AddressQueries, LongRead } from './types.ts'
import { createUnspentPages } from './unspentPages.ts'
import { createView, type ViewDeps } from './view.ts'

export interface AddressIndex extends AddressQueries {
  readonly observer: BlockObserver
  /** Drops and rebuilds the tables before blocks connect. */
  readonly rebuild: DerivedIndex
}

export interface AddressIndexDeps {
  /** False for tables in PostgreSQL (default: true). */
  readonly writesJson?: boolean
  /** Database that has the tables of addressIndexMigrations. */
  readonly db: Database
  /** Ledger of the chain. Queries need its unwritten rows, and those of this index. */
  readonly ledger?: () => { byTxNum(txNum: number): TxPosition | undefined; flush(): void }
  /** Runs a flush that a query needs first (`Chain.guardWrite`). */
  readonly guard?: (write: () => void) => void
  /** Commits the connected blocks (`Chain.commit`), so that the audit covers the tip that other calls report. */
  readonly commit?: () => void
  readonly logger?: Logger
  /** Opens the snapshot for long reads. Default: another connection to the database file. */
  readonly snapshot?: () => ReadSnapshot
  /** Outputs per chunk of the rebuild. Default: a number that takes a few milliseconds. */
  readonly rebuildChunk?: number
}

/** Creates the address index on the chain's database. Pass `observer` to the chain; the other members are queries. */
export function createAddressIndex(deps: AddressIndexDeps): AddressIndex {
  const { db, ledger, guard = (write) => write(), rebuildChunk } = deps
  const accounts = new Accounts(db)
  const totals = new TotalsTracker(db)
  const updater = new AccountUpdater(accounts)
  const observer = new AddressObserver({ db, accounts, totals, updater })
  const flush = () => observer.flush()
  const discard = () => observer.discard()
  const viewDeps: ViewDeps = {
    db,
    accounts,
    flushOwn: () => guard(flush),
    flush: () =>
      guard(() => {
        flush()
        ledger?.().flush()
      }),
    findUnwrittenTx: (txNum) => ledger?.().byTxNum(txNum),
  }
  return {
    observer,
    rebuild: createAddressRebuild({ db, accounts, updater, flush, discard, chunk: rebuildChunk }),
    ...createView(viewDeps),
    ...createHistoryPages(viewDeps),
    ...createUnspentPages(viewDeps),
    ...createTextReads(viewDeps),
    ...createSnapshotReader(viewDeps, totals),
    ...createLongQueries(deps),
    writesJson: deps.writesJson ?? true,
  }
}

/** Creates the long-running queries and the stored audit state. */
function createLongQueries({
  db,
  commit,
  logger,
  snapshot = () => openReadSnapshot(db.name),
}: AddressIndexDeps): Pick<
  AddressQueries,
  'list' | 'jsonList' | 'sumBalances' | 'chart' | 'audit' | 'rebuildAtNextStart' | 'health'
> {
  const read = createLongReads(snapshot)
  const states = new IndexStates(db)
  let latest: IndexState = { step: undefined, next: 0, again: false, problem: undefined }

  /** Health is queried even when the database is closed, so the last state is cached. */
  function state(): IndexState {
    if (db.open) latest = states.read(ADDRESS_INDEX) ?? latest
    return latest
  }

  /** Opens a listing, which closes its snapshot. A failure, or too many rows, closes it at once. */
  async function openListing<Listing>(
    options: LongRead,
    readListing: (reading: ReturnType<typeof openReading>) => Promise<Listing | undefined>,
  ): Promise<Listing | undefined> {
    // Commit first: other calls already report blocks that are connected but not durable.
    commit?.()
    const reading = openReading(snapshot, options)
    let listing: Listing | undefined
    try {
      listing = await readListing(reading)
      return listing
    } finally {
      if (listing === undefined) reading.close()
    }
  }

  function storeProblem(problem: string | undefined): void {
    const before = state()
    if (before.problem !== problem) states.write(ADDRESS_INDEX, { ...before, problem })
  }

  return {
    list: (kind, addresses, query, options = {}) =>
      openListing(options, (reading) => readList(kind, reading, addresses, query)),
    jsonList: (kind, address, query, options = {}) =>
      openListing(options, (reading) => readJsonList(kind, reading, address, query)),
    sumBalances(addresses, options = {}) {
      commit?.()
      return read(options, (reading) => sumBalances(reading, addresses))
    },
    chart: (address, points, options = {}) => read(options, (reading) => readChart(reading, address, points)),
    async audit(address, options = {}) {
      commit?.()
      const audit = await read(options, (reading) => readAudit(reading, address))
      if (!audit.ok) {
        const problem = problemText(audit)
        logger?.error(problem, { differences: audit.count })
        storeProblem(problem)
      } else if (address === undefined) storeProblem(undefined)
      return audit
    },
    rebuildAtNextStart: () => states.write(ADDRESS_INDEX, { ...state(), again: true }),
    health() {
      const { problem, again } = state()
      return { problem, rebuildAtNextStart: again }
    },
  }
}

function problemText({ count, tip }: AddressAudit): string {
  const what = count === 1 ? 'one address does' : count > 0 ? `${count} addresses do` : 'the totals do'
  return `The address index is damaged: at block ${tip.height} ${what} not add up. The next start rebuilds the index.`
}
