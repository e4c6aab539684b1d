import { afterEach, describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { createRecordedNode, vectorLines } from '../../../testing/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import { bindCall } from '../../testing/bindCall.ts'
import { type RecordedCall, readRecordedBlocks } from '../../testing/recorded.ts'
import { createRecordedHandlers, extractTxShape, MODS1_ARGS } from '../../testing/recordedMods1.ts'
import {
  decodeComplete,
  decodeDeposit,
  decodeGatewayClaim,
  decodeMarkDone,
  decodePartialSign,
  decodeWithdraw,
  findGatewayFunc,
} from '../codec.ts'
import { decodeBind } from '../index.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let recordedNode: { close(): void } | undefined
afterEach(() => {
  recordedNode?.close()
  recordedNode = undefined
})

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const coins = (satoshis: bigint) => String(Number(satoshis) / 1e8)
const key = (field: Uint8Array) => toHex(field.subarray(0, 33))

type Handlers = ReturnType<typeof createRecordedHandlers>

async function attempt(call: () => unknown): Promise<{ readonly hex?: string; readonly error?: string }> {
  try {
    return (await call()) as { hex?: string; error?: string }
  } catch (error) {
    if (error instanceof RpcError) return { error: error.message }
    throw error
  }
}

/** Repeats the call that built a recorded transaction, with parameters read from its data. */
function rebuild(handlers: Handlers, tx: Transaction): unknown {
  const last = toDisplayHex(tx.vin.at(-1)!.prevout.hash)
  switch (String.fromCharCode(findGatewayFunc(tx)!)) {
    case 'B': {
      const bind = decodeBind(tx)
      if (bind === undefined) return {}
      const ids = [toDisplayHex(bind.tokenId), toDisplayHex(bind.oracle), text(bind.coin), String(bind.totalSupply)]
      const bytes = [bind.prefix, bind.prefix2, bind.wifType, bind.taddr].map(String)
      const list = [...ids, String(bind.m), String(bind.n), ...bind.keys.map(key), ...bytes]
      return handlers.gatewaysbind(bindCall(list), context)
    }
    case 'D': {
      const it = decodeDeposit(tx)
      if (it === undefined) return {}
      return handlers.gatewaysdeposit(
        {
          ...{ bindtxid: toDisplayHex(it.bind), height: String(it.height), coin: text(it.coin) },
          ...{ cointxid: toDisplayHex(it.coinTxid), claimvout: String(it.claimVout), deposithex: text(it.depositHex) },
          ...{ proof: toHex(it.proof), destpub: key(it.destination), amount: coins(it.amount) },
        },
        context,
      )
    }
    case 'C': {
      const it = decodeGatewayClaim(tx)
      if (it === undefined) return {}
      return handlers.gatewaysclaim(
        {
          ...{ bindtxid: toDisplayHex(it.bind), coin: text(it.coin), deposittxid: toDisplayHex(it.deposit) },
          ...{ destpub: key(it.destination), amount: coins(it.amount) },
        },
        context,
      )
    }
    case 'W': {
      const it = decodeWithdraw(tx)
      if (it === undefined) return {}
      const amount = coins(it.amount)
      return handlers.gatewayswithdraw(
        { bindtxid: toDisplayHex(it.bind), coin: text(it.coin), withdrawpub: key(it.destination), amount },
        context,
      )
    }
    case 'P': {
      const it = decodePartialSign(tx)
      if (it === undefined) return {}
      return handlers.gatewayspartialsign({ txidaddr: last, refcoin: text(it.coin), hex: text(it.hex) }, context)
    }
    case 'S': {
      const it = decodeComplete(tx)
      if (it === undefined) return {}
      return handlers.gatewayscompletesigning({ withdrawtxid: last, coin: text(it.coin), hex: text(it.hex) }, context)
    }
    default: {
      const coin = text(decodeMarkDone(tx)!.coin)
      return handlers.gatewaysmarkdone({ completesigningtx: last, coin }, context)
    }
  }
}

describe('recorded gateway transactions', () => {
  it('equal the transactions that the handlers build on the same chain state', async () => {
    const blocks = readRecordedBlocks('mods1', 'blocks')
    const recorded = createRecordedNode(['-ac_name=MODS', ...MODS1_ARGS], blocks)
    recordedNode = recorded
    const same: string[] = []
    for (const [height, block] of blocks.entries()) {
      for (const tx of block.txs) {
        const func = height > 280 ? findGatewayFunc(tx) : undefined
        if (func === undefined) continue
        recorded.advance(height - 1)
        for (const name of ['A', 'B'] as const) {
          const ours = await attempt(() => rebuild(createRecordedHandlers(recorded, name), tx))
          const theirs = extractTxShape(toHex(serializeTransaction(tx)), recorded)
          const equal =
            ours.hex !== undefined && JSON.stringify(extractTxShape(ours.hex, recorded)) === JSON.stringify(theirs)
          if (equal) same.push(`${height} ${String.fromCharCode(func)} ${name}`)
        }
      }
    }
    // The other recorded transactions are hand-made, and no call can build most of them.
    expect(same).toEqual([
      ...['281 B A', '292 D A', '292 D B', '305 D A', '305 D B', '310 D A', '310 D B'],
      ...['337 W B', '375 S A', '375 S B', '383 S A', '383 S B', '387 M A'],
    ])
  })
})

describe('gatewaysinfo', () => {
  it('counts every output at the gateways address that names the token, as the reference does', async () => {
    const recorded = createRecordedNode(['-ac_name=MODS', ...MODS1_ARGS], readRecordedBlocks('mods1', 'blocks'))
    recordedNode = recorded
    const { params, tip, response_raw } = vectorLines<RecordedCall>('mods1/transcript.jsonl').find(
      ({ method, note }) => method === 'gatewaysinfo' && note === 'info',
    )!
    const gateways = createRecordedHandlers(recorded, 'A')
    const call = async () => await gateways.gatewaysinfo({ bindtxid: String(params![0]) }, context)
    recorded.advance(tip)
    expect(response_raw).toContain(`{"result":${methods.gatewaysinfo.result.encode(await call())},`)
    // Hand-made bindings, claims and withdrawals left outputs there that hold no tokens under the token rules.
    recorded.advance(388)
    expect(await call()).toMatchObject({
      totalsupply: '10.00000000',
      remaining: '126.00000011',
      issued: '-116.00000011',
    })
  })
})
