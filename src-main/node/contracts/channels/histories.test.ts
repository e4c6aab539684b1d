import { describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildChannelClose, buildChannelOpen, buildChannelPayment, buildChannelRefund } from './build.ts'
import { findChannelData } from './codec.ts'
import { fundScript } from './scripts.ts'

type Kind = 'open' | 'pay' | 'take' | 'close' | 'refund'

interface Channel {
  readonly txid: Uint8Array
  readonly source: number
  readonly payment: bigint
  left: bigint
  closeTxid?: Uint8Array
}

/** Returns the index of the receiver of this payer's channels. */
const receiverFor = (source: number): number => (source + 1) % PEOPLE.length
const FUNDS = PEOPLE.map(({ pub }, n) => fundScript(pub, PEOPLE[receiverFor(n)]!.pub))

function createChannels(chain: ContractChain): HistoryContract<Kind> {
  const channels: Channel[] = []
  const channelFor = ({ pick }: HistoryStep<Kind>) => channels[pick % Math.min(2, Math.max(1, channels.length))]
  const amountFor = ({ amount }: HistoryStep<Kind>, { payment }: Channel) => payment * (1n + (amount % 4n))

  function move(step: HistoryStep<Kind>, channel: Channel): Transaction | undefined {
    const [source, receiver] = [channel.source, receiverFor(channel.source)].map((n) => chain.contextFor(PEOPLE[n]!))
    const { txid: openTxid, closeTxid } = channel
    if (step.kind === 'close') return buildChannelClose(openTxid, source!)
    if (step.kind === 'refund') return closeTxid && buildChannelRefund({ openTxid, closeTxid }, source!)
    const amount = amountFor(step, channel)
    const paying = buildChannelPayment({ openTxid, amount, secret: undefined }, source!)
    expect(paying.vout[3]).toEqual({ value: amount, scriptPubKey: PEOPLE[receiverFor(channel.source)]!.p2pk })
    if (step.kind === 'pay') return paying
    // The receiver needs only the secret.
    return buildChannelPayment({ openTxid, amount, secret: findChannelData(paying)!.hash }, receiver!)
  }

  function expectedDelta(step: HistoryStep<Kind>, channel: Channel): bigint {
    if (step.kind === 'close') return 0n
    return step.kind === 'refund' ? -channel.left : -amountFor(step, channel)
  }

  return {
    build(step) {
      const { kind, person, amount, pick } = step
      if (kind === 'open') {
        const destination = PEOPLE[receiverFor(person)]!.pub
        const request = { destination, count: 1n + BigInt(pick % 9), payment: amount }
        return buildChannelOpen(request, chain.contextFor(PEOPLE[person]!))
      }
      const channel = channelFor(step)
      return channel && move(step, channel)
    },
    expectedChange(tx, step) {
      if (step.kind === 'open') return step.amount * (1n + BigInt(step.pick % 9))
      const { left } = channelFor(step)!
      const change = expectedDelta(step, channelFor(step)!)
      expect(left + change, 'left in the channel').toBeGreaterThanOrEqual(0n)
      if (step.kind === 'refund') expect(tx.vout[2]!.value).toBe(left)
      return change
    },
    scripts: () => FUNDS,
    confirmed(tx, step) {
      if (step.kind === 'open') {
        const { person: source, amount: payment } = step
        channels.push({ txid: computeTxid(tx), source, payment, left: tx.vout[0]!.value })
        return
      }
      const channel = channelFor(step)!
      channel.left += expectedDelta(step, channel)
      if (step.kind === 'close') channel.closeTxid = computeTxid(tx)
    },
    sumAdded: () => CONTRACT_FEE,
  }
}

describe('random histories of channels', () => {
  it('keep every coin, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['open', 'pay', 'pay', 'take', 'close', 'refund', 'refund', 'refund'],
      opening: ['open', 'wait'],
      maxAmount: 90_000_000n,
      runs: 30,
      waits: { blocks: 1, seconds: 60 },
      isNotarised: () => true,
      create: createChannels,
    })
    for (const kind of ['open', 'pay', 'take', 'close', 'refund']) expect(counts[kind], kind).toBeGreaterThan(2)
  })
})
