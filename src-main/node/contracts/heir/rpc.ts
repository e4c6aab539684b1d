import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { ccOneOfTwo, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { isEvalCodeEnabled } from '../../consensus/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../script/index.ts'
import { equal, toDisplayHex, toHex } from '../../util/index.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { type ContractDeps, createContractCalls, failed, parsePubkey, readTxid } from '../framework/rpc/contractGate.ts'
import {
  buildHeirAdd,
  buildHeirClaim,
  buildHeirFund,
  HEIR_KEY,
  heirAge,
  heirCoins,
  heirLifetime,
  heirPlan,
  listHeirPlans,
  listHeirPlansFor,
  ownerRemainder,
} from './index.ts'

/** Maximum number of listed plans. Anyone can name any key as an heir, so the number of plans is unbounded. */
const MAX_LISTED = 100

type InheritanceList = MethodResult<'listinheritances'>

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const encodeTreeAddress = (tree: Parameters<typeof ccScript>[0]): string =>
  encodeAddress(indexedAddress(ccScript(tree)) as IndexedAddress)

/** RPC handlers of inheritances (heir.md §6). */
export function createHeirHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'heir', 'heirs')

  return defineHandlers({
    heirfund: ({ funds, heirname, heirpubkey, inactivitytime, memo, tokenid }) =>
      gate.build((context) => {
        const heir = parsePubkey(heirpubkey, () => true)
        const tokenId = tokenid === undefined ? undefined : readTxid(tokenid)
        return buildHeirFund({ funds, name: heirname, heir, inactivity: inactivitytime, memo, tokenId }, context)
      }),
    heiradd: ({ funds, fundingtxid }) => gate.build((context) => buildHeirAdd(readTxid(fundingtxid), funds, context)),
    heirclaim: ({ funds, fundingtxid }) =>
      gate.build((context) => buildHeirClaim(readTxid(fundingtxid), funds, context)),
    heirlist: () => listHeirPlans(gate.reads()).map((txid) => toDisplayHex(txid)) as MethodResult<'heirlist'>,
    heirinfo({ fundingtxid }) {
      const reads = gate.reads()
      const txid = readTxid(fundingtxid)
      if (reads.view.transaction(txid) === undefined)
        return failed('could not find heir cc plan for this txid (no initial tx)')
      const plan = heirPlan(txid, reads)
      if (plan?.terms === undefined) return failed('could not find heir cc plan for this txid')
      const { tokenId } = plan.data
      const { name, memo, owner, heir, inactivity } = plan.terms
      const amount = (value: bigint) => (tokenId ? String(value) : formatAmount(value))
      const age = heirAge(plan, reads)
      const allowed = plan.begun || age > inactivity
      return {
        fundingtxid: toDisplayHex(txid),
        name: text(name),
        ...(tokenId && { tokenid: toDisplayHex(tokenId) }),
        owner: toHex(owner.subarray(0, 33)),
        heir: toHex(heir.subarray(0, 33)),
        type: tokenId ? 'tokens' : 'coins',
        lifetime: amount(heirLifetime(txid, plan, reads)),
        available: amount(heirCoins(txid, plan, reads).reduce((sum, { value }) => sum + value, 0n)),
        ...(tokenId && { OwnerRemainderTokens: String(ownerRemainder(plan, reads)) }),
        InactivityTimeSetting: String(inactivity),
        IsHeirSpendingAllowed: allowed ? 'true' : 'false',
        ...(!allowed && { InactivityTime: String(age) }),
        memo: text(memo),
        result: 'success',
      } as MethodResult<'heirinfo'>
    },
    listinheritances() {
      const missing = findMissing(deps)
      const pubkey = deps.pubkey()
      if (missing !== undefined || pubkey === undefined)
        return {
          usable: missing ?? 'no-key',
          pubkey: null,
          time: deps.chain.tip().time,
          total: 0,
          rows: [],
        } as InheritanceList
      const reads = gate.reads()
      const all = listHeirPlansFor(pubkey, reads)
      const rows = all.slice(0, MAX_LISTED).flatMap((txid) => encodeInheritance(txid, pubkey, reads) ?? [])
      return {
        usable: 'yes',
        pubkey: toHex(pubkey),
        time: reads.view.tip().time,
        total: all.length,
        rows,
      } as InheritanceList
    },
    heiraddress: ({ pubkey }) =>
      gate.addresses('Heir', HEIR_KEY.publicKey, pubkey, (own, given) => ({
        HeirCC1of2Address: encodeTreeAddress(ccOneOfTwo(EVAL_CODES.heir, own, given)),
        HeirCC1of2TokensAddress: encodeTreeAddress(tokenCcOneOfTwo(EVAL_CODES.heir, 0, own, given)),
      })) as MethodResult<'heiraddress'>,
  })
}

/** Returns the missing contract or index, or undefined if both exist. Does not check the key. */
function findMissing({
  params,
  chain,
  addressIndex,
  spentIndex,
}: ContractDeps): 'no-contract' | 'no-index' | undefined {
  const enabled = params.ccEnabled && isEvalCodeEnabled(params.evalCodes, EVAL_CODES.heir, chain.tip().height)
  if (!enabled) return 'no-contract'
  return addressIndex && spentIndex ? undefined : 'no-index'
}

/** Encodes a plan as seen by its owner or heir. */
function encodeInheritance(txid: Uint8Array, pubkey: Uint8Array, reads: ContractReads) {
  const plan = heirPlan(txid, reads)
  if (plan?.terms === undefined) return undefined
  const { tokenId } = plan.data
  const { name, owner, heir, inactivity } = plan.terms
  const age = heirAge(plan, reads)
  const allowed = plan.begun || age > inactivity
  const available = heirCoins(txid, plan, reads).reduce((sum, { value }) => sum + value, 0n)
  const token = tokenId && reads.tokens?.token(tokenId)
  return {
    txid: toDisplayHex(txid),
    name: text(name),
    ...(tokenId && { token: { tokenid: toDisplayHex(tokenId), name: text(token?.name ?? new Uint8Array()) } }),
    owner: toHex(owner.subarray(0, 33)),
    heir: toHex(heir.subarray(0, 33)),
    own: equal(owner, pubkey),
    inherits: equal(heir, pubkey),
    ...(tokenId ? { units: available } : { coins: available }),
    inactivity,
    since: plan.latest.blockTime ?? null,
    allowed,
    wait: allowed ? 0n : inactivity + 1n - age,
  }
}
