import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type Phrase, say } from '#shared/sentences/sentence.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { paysTree } from '../framework/outputRules.ts'
import { keyPhrase, paymentsPhrase } from '../framework/phrases.ts'
import { type CoinText, unitsPhrase } from '../framework/sentences.ts'
import { type ChannelData, findChannelData } from './codec.ts'
import { fundScript, markerScript } from './scripts.ts'

export const channelsExplainer: ContractExplainer<'channels'> = {
  actionOf(context) {
    const data = findChannelData(context.tx)
    return data && findAction(context, data)
  },
  keysOf(tx) {
    const data = findChannelData(tx)
    return data ? [data.source, data.destination].filter(({ length }) => length > 0) : []
  },
  pairsOf(tx) {
    const data = findChannelData(tx)
    return data?.source.length && data.destination.length ? [[data.source, data.destination]] : []
  },
  sharing: say('channels.sharing'),
  sentence: (_facts, coins, { say: own }) => own?.(coins) ?? say('channels.unknown'),
  covers: ({ action }, { n }) => (action === 'channel-pay' && n === 3) || (action === 'channel-refund' && n === 2),
}

function findAction({ tx, find }: ExplainContext, data: ChannelData): ContractAction<'channels'> | undefined {
  const opening = data.func === 'O' ? tx : find(data.openTxid)
  const found = opening && findChannelData(opening)
  // Only the opening defines the ends; keys in later transactions are ignored.
  const channel = found?.func === 'O' ? found : undefined
  if (channel === undefined || channel.source.length === 0 || channel.destination.length === 0) return undefined
  const fund = fundScript(channel.source, channel.destination)
  const locked = new Set(tx.vout.flatMap((output, n) => (paysTree(output, fund) ? [n] : [])))
  const marks = { locked, markers: findMarkers(tx, channel) }
  const amount = (coins: CoinText, value: bigint) => (channel.tokenId === undefined ? coins(value) : unitsPhrase(value))
  const receiver = keyPhrase(channel.destination)
  switch (data.func) {
    case 'O':
      if (!locked.has(0)) return undefined
      return {
        ...{ name: 'channel-open', ...marks },
        say: (coins) =>
          say<string | Phrase>('channels.opens', {
            ...{ receiver, amount: amount(coins, tx.vout[0]!.value) },
            ...{ payments: paymentsPhrase(BigInt(channel.count)), each: amount(coins, channel.payment) },
          }),
      }
    case 'P':
      return {
        ...{ name: 'channel-pay', ...marks },
        say: (coins) =>
          say<string | Phrase>('channels.pays', {
            ...{ amount: amount(coins, tx.vout[3]?.value ?? 0n), receiver },
            payments: paymentsPhrase(BigInt(data.count)),
          }),
      }
    case 'C':
      return { ...{ name: 'channel-close', ...marks }, say: () => say('channels.closes', { receiver }) }
    case 'R':
      return {
        ...{ name: 'channel-refund', ...marks },
        say: (coins) => say('channels.refunds', { amount: amount(coins, tx.vout[2]?.value ?? 0n), receiver }),
      }
    default:
      return undefined
  }
}

function findMarkers({ vout }: Transaction, { source, destination }: ChannelData): ReadonlySet<number> {
  const scripts = [markerScript(source), markerScript(destination)]
  const isMarker = (output: Transaction['vout'][number]) =>
    scripts.some((script) => paysTree(output, script, CONTRACT_FEE))
  return new Set(vout.flatMap((output, n) => (isMarker(output) ? [n] : [])))
}
