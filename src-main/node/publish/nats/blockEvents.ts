/** Converts blocks to the events that subscribers receive. Pure functions. */
import { type Encodable, stringifyJson } from '#shared/json.ts'
import { encodeAddress } from '../../script/index.ts'
import type { Cell } from '../../storage/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import type { BlockRows } from '../blockRows.ts'
import type { Batch } from '../chainReader.ts'
import type { EventKinds } from '../types.ts'

export interface ChainEvent {
  /** Subject below the chain's prefix. */
  readonly subject: string
  readonly body: Record<string, Encodable>
}

export interface BlockEvents {
  readonly height: number
  /** Block hash as RPC shows it. */
  readonly block: string
  readonly previous: string
  readonly events: readonly ChainEvent[]
}

/** Looks up ids for the numbers in rows. Returns undefined if chain.db no longer has the transaction. */
export interface EventNames {
  /** Returns the id of a token, given the number of the transaction that created it. */
  tokenId(created: number): Uint8Array | undefined
  /** Returns the id of the transaction that placed an order, given the number of its output. */
  orderId(origin: number): Uint8Array | undefined
}

const bytes = (cell: Cell | undefined) => toDisplayHex(cell as Uint8Array)
const number = (cell: Cell | undefined) => Number(cell as bigint | number)
const integer = (cell: Cell | undefined) => BigInt(cell as bigint | number)
const key = (cell: Cell | undefined) => (cell instanceof Uint8Array ? toHex(cell) : null)

type ByTransaction = Map<number, ChainEvent[]>

function adder(found: ByTransaction) {
  return (tx: number, event: ChainEvent) => {
    const list = found.get(tx) ?? []
    list.push(event)
    found.set(tx, list)
  }
}

/** @throws Error if a token or order was removed by a reorg after the batch was read */
export function toBlockEvents(batch: Batch, kinds: EventKinds, names: EventNames): BlockEvents[] {
  const named = (id: Uint8Array | undefined) => {
    if (id === undefined) throw new Error('the chain was reorganised during publishing')
    return toDisplayHex(id)
  }
  const found: ByTransaction = new Map()
  const add = adder(found)
  const txids = new Map(batch.rows.txs.map(([ordinal, txid]) => [number(ordinal), bytes(txid)]))
  addAddresses(batch.rows, txids, add)
  for (const [token, tx, txid, , kind, amount, coins, sender, recipient] of batch.modules.token_events) {
    const tokenid = named(names.tokenId(number(token)))
    add(number(tx), {
      subject: `token.${tokenid}`,
      body: {
        ...{
          event: 'token',
          kind: kinds.tokens[number(kind)] ?? null,
          tokenid,
          txid: bytes(txid),
          units: integer(amount),
        },
        ...{ satoshis: coins == null ? null : integer(coins), sender: key(sender), recipient: key(recipient) },
      },
    })
  }
  addOrders(batch, kinds, { tokenId: (id) => named(names.tokenId(id)), orderId: (id) => named(names.orderId(id)) }, add)
  return batch.rows.blocks.map((row) => blockEvents(row, batch.rows.txs, found))
}

function addAddresses(
  { addresses }: BlockRows,
  txids: ReadonlyMap<number, string>,
  add: ReturnType<typeof adder>,
): void {
  for (const { type, hash, rows } of addresses.values()) {
    const address = encodeAddress({ type: type as 1 | 2 | 3, hash })
    const changes = new Map<number, bigint>()
    for (const [tx, , value] of rows) changes.set(tx, (changes.get(tx) ?? 0n) + value)
    for (const [tx, satoshis] of changes)
      add(tx, {
        subject: `address.${address}`,
        body: { event: 'address', address, condition: type === 3, txid: txids.get(tx)!, satoshis },
      })
  }
}

function addOrders(
  { modules }: Batch,
  kinds: EventKinds,
  names: { tokenId(id: number): string; orderId(id: number): string },
  add: ReturnType<typeof adder>,
): void {
  const placed = new Map(
    modules.order_outputs.map(([id, tx, txid]) => [number(id), { tx: number(tx), txid: bytes(txid) }]),
  )
  for (const [id, token, , side, owner, units, coins] of modules.orders) {
    const { tx, txid } = placed.get(number(id))!
    add(tx, {
      subject: `order.${txid}`,
      body: {
        ...{ event: 'order', kind: 'placed', side: kinds.sides[number(side)] ?? null, order: txid, txid },
        ...{
          tokenid: names.tokenId(number(token)),
          units: integer(units),
          satoshis: integer(coins),
          party: key(owner),
        },
      },
    })
  }
  for (const [token, tx, origin, kind, units, coins, party, txid] of modules.order_events) {
    const order = names.orderId(number(origin))
    add(number(tx), {
      subject: `order.${order}`,
      body: {
        ...{ event: 'order', kind: kinds.orders[number(kind)] ?? null, order, txid: bytes(txid) },
        ...{
          tokenid: names.tokenId(number(token)),
          units: integer(units),
          satoshis: integer(coins),
          party: key(party),
        },
      },
    })
  }
}

function blockEvents(row: readonly Cell[], txs: readonly Cell[][], found: ByTransaction): BlockEvents {
  const [height, hash, previous, time, , , size, count] = row
  const at = number(height)
  const own = txs.filter((tx) => number(tx[2]) === at)
  const events = own.flatMap(([ordinal, txid, , position, , , raw]): ChainEvent[] => {
    const id = bytes(txid)
    const { length } = raw as Uint8Array
    const confirmed = { event: 'tx.confirmed', txid: id, position: number(position), size: length }
    return [{ subject: `tx.confirmed.${id}`, body: confirmed }, ...(found.get(number(ordinal)) ?? [])]
  })
  const facts = { time: number(time), size: number(size), transactions: number(count) }
  return {
    ...{ height: at, block: bytes(hash), previous: bytes(previous) },
    events: [
      {
        subject: `block.connected.${at}`,
        body: { event: 'block.connected', previous: bytes(previous), ...facts },
      },
      ...events,
    ],
  }
}

/**
 * Returns the text of a message: an event with its block and its position in it. `part` counts from 0 to `parts` − 1.
 */
export function eventText(
  { height, block }: Pick<BlockEvents, 'height' | 'block'>,
  { event, ...body }: Record<string, Encodable>,
  [part, parts]: readonly [part: number, parts: number],
): string {
  return stringifyJson({ event: event ?? null, height, block, part, parts, ...body })
}
