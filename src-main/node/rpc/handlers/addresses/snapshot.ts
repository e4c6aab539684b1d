import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { COIN, formatAmount } from '#shared/units.ts'
import type { AddressQueries, AddressSnapshot } from '../../../addressIndex/index.ts'
import { computeSegid } from '../../../consensus/index.ts'
import type { ChainView, Clock, IndexedAddress } from '../../../core/index.ts'
import { decodeAddress, encodeAddress } from '../../../script/index.ts'
import { toLatin1, yieldToEventLoop } from '../../../util/index.ts'

interface SnapshotDeps {
  readonly chain: ChainView
  readonly clock: Pick<Clock, 'millis'>
  readonly addressIndex: AddressQueries | undefined
}

/** Swap and burn addresses of the chain family, which are never listed (rpc.md §4). */
const IGNORED: readonly IndexedAddress[] = `
  RReUxSs5hGE39ELU23DfydX8riUuzdrHAE RMUF3UDmzWFLSKV82iFbMaqzJpUnrWjcT4 RA5imhVyJa7yHhggmBytWuDr923j2P1bxx
  RBM5LofZFodMeewUzoMWcxedm3L3hYRaWg RAdcko2d94TQUcJhtFHZZjMyWBKEVfgn4J RLzUaZ934k2EFCsAiVjrJqM8uU1vmMRFzk
  RMSZMWZXv4FhUgWhEo4R3AQXmRDJ6rsGyt RUDrX1v5toCsJMUgtvBmScKjwCB5NaR8py RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN
  RQLQvSgpPAJNPgnpc8MrYsbBhep95nCS8L RK8JtBV78HdvEPvtV5ckeMPSTojZPzHUTe RHVs2KaCTGUMNv3cyWiG1jkEvZjigbCnD2
  RE3SVaDgdjkRPYA6TRobbthsfCmxQedVgF RW6S5Lw5ZCCvDyq4QV9vVy7jDHfnynr5mn RTkJwAYtdXXhVsS3JXBAJPnKaBfMDEswF8
  RD6GgnrMpPaTSMn8vai6yiGA7mN4QGPVMY`
  .trim()
  .split(/\s+/)
  .flatMap((text) => {
    const decoded = decodeAddress(text)
    return decoded ? { type: 1 as const, hash: decoded.hash } : []
  })

/** Maximum limit: more addresses than any chain has, and a number that the database accepts. */
const MAX_LISTED = 0x7fff_ffff

/**
 * Parses the leading digits of `top`, as komodod does. No digits, or 0, mean no limit (protocol/README.md, finding 18).
 */
function parseLimit(top: string | undefined): number | undefined {
  const number = Number(/^[ \t\n\v\f\r]*([+-]?[0-9]+)/.exec(top ?? '')?.[1] ?? 0)
  if (number < 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, top must be a positive integer')
  return number === 0 ? undefined : Math.min(number, MAX_LISTED)
}

/** Converts milliseconds of the system clock to Unix seconds. Like komodod, it ignores mock time. */
const toSeconds = (millis: number) => Math.floor(millis / 1000)

/** Maximum number of cached address texts, and of holders in the cached list. Longer lists are rare and large. */
const MAX_CACHED = 20_000

/** Holders listed between two yields to the event loop (a few milliseconds). */
const HOLDERS_PER_PAUSE = 500

interface AddressText {
  readonly addr: string
  readonly segid: number
}

function encodeAddressText(address: IndexedAddress): AddressText {
  const addr = encodeAddress(address)
  return { addr, segid: computeSegid(addr) }
}

/**
 * Creates a cache of encoded addresses: encoding takes most of the time, and the holders rarely change between blocks.
 */
function createAddressTexts() {
  const texts = new Map<string, AddressText>()
  return ({ type, hash }: IndexedAddress) => {
    const key = type + toLatin1(hash)
    const known = texts.get(key)
    if (known) return known
    const made = encodeAddressText({ type, hash })
    if (texts.size >= MAX_CACHED) texts.clear()
    texts.set(key, made)
    return made
  }
}

/** Converts a sum to a floating-point number, as komodod prints it. */
const coins = (satoshis: bigint) => Number(formatAmount(satoshis))

type Holder = AddressSnapshot['holders'][number]

/**
 * Encodes a holder with the exact amount. komodod divides doubles, which lose satoshis from 2^26 coins on
 * (compatibility.md).
 */
const encodeHolder = ({ satoshis }: Holder, { addr, segid }: AddressText) => ({
  addr,
  amount: formatAmount(satoshis),
  segid,
})

/** Encodes many holders, yielding to the event loop. @throws the signal's reason if it is aborted */
async function encodeInSlices(holders: readonly Holder[], signal: AbortSignal) {
  const rows: ReturnType<typeof encodeHolder>[] = []
  for (const holder of holders) {
    rows.push(encodeHolder(holder, encodeAddressText(holder.address)))
    if (rows.length % HOLDERS_PER_PAUSE !== 0) continue
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  return rows
}

/** Builds the part of the reply that depends only on the block: all fields except the times of the call. */
function describe(found: AddressSnapshot, height: number, addresses: readonly ReturnType<typeof encodeHolder>[]) {
  const all = found.satoshis + found.ccSatoshis
  return {
    total: coins(all),
    // Truncated to complete coins, as in komodod. Without addresses komodod prints an invalid number.
    average: found.addresses === 0 ? 0 : Number(all / COIN) / found.addresses,
    utxos: found.utxos,
    total_addresses: found.addresses,
    ignored_addresses: found.ignoredUtxos,
    skipped_cc_utxos: found.ccUtxos,
    cc_utxo_value: coins(found.ccSatoshis),
    // komodod adds the condition outputs twice.
    total_includeCCvouts: coins(all),
    start_height: height,
    ending_height: height,
    addresses,
  }
}

export function createSnapshotHandlers({ chain, clock, addressIndex }: SnapshotDeps) {
  const getAddressText = createAddressTexts()
  let cachedSnapshot: { readonly name: string; readonly snapshot: ReturnType<typeof describe> } | undefined

  /** Returns the cached snapshot if the tip and the limit are unchanged. */
  const getSnapshot = (index: AddressQueries, top: number | undefined, signal: AbortSignal) => {
    const { hashHex, height } = chain.tip()
    const name = `${hashHex} ${top}`
    if (cachedSnapshot?.name === name) return cachedSnapshot.snapshot
    const found = index.snapshot({ top, ignored: IGNORED })
    if (found.holders.length > MAX_CACHED) {
      return encodeInSlices(found.holders, signal).then((rows) => describe(found, height, rows))
    }
    const rows = found.holders.map((holder) => encodeHolder(holder, getAddressText(holder.address)))
    const snapshot = describe(found, height, rows)
    cachedSnapshot = { name, snapshot }
    return snapshot
  }

  return defineHandlers({
    getsnapshot({ top }, { signal }) {
      const limit = parseLimit(top)
      if (!addressIndex) return { error: 'no addressindex' }
      const start = toSeconds(clock.millis())
      const timed = (snapshot: ReturnType<typeof describe>) => ({
        start_time: start,
        ...snapshot,
        end_time: toSeconds(clock.millis()),
      })
      const snapshot = getSnapshot(addressIndex, limit, signal)
      return snapshot instanceof Promise ? snapshot.then(timed) : timed(snapshot)
    },
  })
}
