import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ccOneOfTwo, tokenCcOneOfTwo } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { ccScript, encodeAddress, findScriptAddress, indexedAddress } from '../../script/index.ts'
import { BuildError } from '../../transactions/index.ts'
import { equal, toDisplayHex, toHex } from '../../util/index.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { readSignedWhole } from '../framework/readSignedWhole.ts'
import {
  type BuiltContract,
  type ContractDeps,
  createContractCalls,
  parsePubkey,
  readTxid,
} from '../framework/rpc/contractGate.ts'
import {
  buildChannelClose,
  buildChannelOpen,
  buildChannelPayment,
  buildChannelRefund,
  CHANNELS_PUBLIC_KEY,
  type ChannelCourse,
  type ChannelData,
  type ChannelStep,
  channelCourses,
  channelSteps,
  findChannel,
  isSettled,
  keyAddress,
  listChannels,
} from './index.ts'

const treeAddress = (tree: Parameters<typeof ccScript>[0]): string =>
  encodeAddress(indexedAddress(ccScript(tree)) as IndexedAddress)

/** Orders the members as the reference does. */
const hexFirst = (built: BuiltContract) => ('hex' in built ? { hex: built.hex, result: built.result } : built)
/** Returns the bare transaction hex, as the reference does. */
const bareHex = (built: BuiltContract) => ('hex' in built ? built.hex : built)

/** RPC handlers of payment channels (channels.md §5). */
export function createChannelHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'channels', 'payment channels')

  return defineHandlers({
    channelsopen: ({ destpubkey, numpayments, payment, tokenid }) =>
      hexFirst(
        gate.build((context) => {
          if (tokenid !== undefined)
            throw new BuildError('request', 'the contract rules do not allow spending the coins of a token channel')
          const [count, each] = [readSignedWhole(numpayments, 'numpayments'), readSignedWhole(payment, 'payment')]
          const destination = parsePubkey(destpubkey, () => true)
          return buildChannelOpen({ destination, count, payment: each }, context)
        }),
      ),
    channelspayment: ({ opentxid, amount, secret }) =>
      hexFirst(
        gate.build((context) => {
          const request = {
            openTxid: readTxid(opentxid),
            amount: readSignedWhole(amount, 'amount'),
            secret: secret === undefined ? undefined : readTxid(secret),
          }
          return buildChannelPayment(request, context)
        }),
      ),
    channelsclose: ({ opentxid }) => bareHex(gate.build((context) => buildChannelClose(readTxid(opentxid), context))),
    channelsrefund: ({ opentxid, closetxid }) =>
      bareHex(
        gate.build((context) =>
          buildChannelRefund({ openTxid: readTxid(opentxid), closeTxid: readTxid(closetxid) }, context),
        ),
      ),
    getchannels() {
      const reads = gate.reads()
      return { channels: channelCourses(reads.pubkey, reads).map((course) => courseReply(course, reads)) }
    },
    preparechannelend({ opentxid, step }) {
      if (step !== 'close' && step !== 'refund')
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, step must be close or refund')
      return gate.build((context) => {
        const openTxid = readTxid(opentxid)
        if (step === 'close') return buildChannelClose(openTxid, context)
        const course = channelCourses(context.pubkey, context).find(({ txid }) => equal(txid, openTxid))
        const closeTxid = course?.steps.findLast(({ kind }) => kind === 'close')?.txid
        if (closeTxid === undefined) throw new BuildError('request', 'invalid channel close txid')
        return buildChannelRefund({ openTxid, closeTxid }, context)
      })
    },
    channelslist() {
      const reads = gate.reads()
      const channels = listChannels(reads.pubkey, reads).map(({ txid, terms }) => {
        const what = `${terms.count} payments of ${terms.payment} satoshi to ${toHex(terms.destination)}`
        return [toDisplayHex(txid), what] as const
      })
      return new Map([['result', 'success'], ['name', 'Channels List'], ...channels])
    },
    channelsinfo({ opentxid }) {
      const reads = gate.reads()
      const channel = findChannel(readTxid(opentxid ?? ''), reads)
      if (channel === undefined) return { result: 'error', Error: 'Channel not found!' }
      const { txid, terms } = channel
      const unit = terms.tokenId ? 'token satoshi' : 'satoshi'
      return {
        result: 'success',
        'Channel CC address': treeAddress(ccOneOfTwo(EVAL_CODES.channels, terms.source, terms.destination)),
        'Destination address': keyAddress(terms.destination) ?? '',
        'Number of payments': terms.count,
        ...(terms.tokenId && { 'Token id': toDisplayHex(terms.tokenId) }),
        [`Denomination (${unit})`]: String(terms.payment),
        [`Amount (${unit})`]: String(BigInt(terms.count) * terms.payment),
        Transactions: channelSteps(txid, reads.pubkey, reads).map((step) => describe(step, terms)),
      } as MethodResult<'channelsinfo'>
    },
    channelsaddress: ({ pubkey }) =>
      gate.addresses('Channels', CHANNELS_PUBLIC_KEY, pubkey, (own, given) => ({
        ChannelsCC1of2Address: treeAddress(ccOneOfTwo(EVAL_CODES.channels, own, given)),
        ChannelsCC1of2TokensAddress: treeAddress(tokenCcOneOfTwo(EVAL_CODES.channels, 0, own, given)),
      })) as MethodResult<'channelsaddress'>,
  })
}

function courseReply(course: ChannelCourse, { pubkey, view }: ContractReads & { readonly pubkey: Uint8Array }) {
  const { terms, txid, height, steps, left } = course
  const { source, destination, count, payment } = terms
  const paying = equal(source, pubkey)
  const other = paying ? destination : source
  const last = steps.at(-1)
  const closing = steps.findLast(({ kind }) => kind === 'close')
  const gone = (kind: string) => steps.filter((step) => step.kind === kind)
  const sum = (some: ChannelCourse['steps']) => some.reduce((total, { amount }) => total + amount, 0n)
  const gates = closing ?? { txid, height }
  return {
    opentxid: toDisplayHex(txid),
    role: equal(source, destination) ? ('both' as const) : paying ? ('payer' as const) : ('receiver' as const),
    other: toHex(other),
    otheraddress: keyAddress(other) ?? '',
    ccaddress: treeAddress(ccOneOfTwo(EVAL_CODES.channels, source, destination)),
    payments: count,
    payment,
    state: last?.kind === 'refund' ? ('returned' as const) : closing ? ('closed' as const) : ('open' as const),
    ready: isSettled(view, gates.txid),
    confirmations: gates.height === undefined ? 0 : view.tip().height - gates.height + 1,
    paid: sum(gone('payment')),
    waiting: sum(gone('payment').filter((step) => step.height === undefined)),
    left,
    returned: sum(gone('refund')),
    steps: steps.map((step) => ({
      kind: step.kind,
      txid: toDisplayHex(step.txid),
      amount: step.amount,
      height: step.height ?? -1,
    })),
  }
}

/** Encodes one step with the reference's member names. */
function describe({ txid, tx, data }: ChannelStep, terms: ChannelData): object {
  const id = toDisplayHex(txid)
  const receiver = (n: number) => findScriptAddress(tx.vout[n]?.scriptPubKey ?? new Uint8Array(0), { cc: true }) ?? ''
  switch (data.func) {
    case 'O':
      return { Open: id }
    case 'P':
      return {
        Payment: id,
        'Number of payments': data.payment,
        Amount: data.payment * terms.payment,
        Destination: receiver(3),
        Secret: toDisplayHex(data.hash),
        'Payments left': data.count,
      }
    case 'C':
      return { Close: id }
    default:
      return { Refund: id, Amount: BigInt(data.count) * data.payment, Destination: receiver(2) }
  }
}
