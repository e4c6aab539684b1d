import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcVerdict } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { equal, toDisplayHex, toLatin1 } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { ccAddress } from '../framework/ccAddress.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from '../framework/ccVerdict.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { isSettled } from '../framework/notarised.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { paysCoins, paysTree } from '../framework/outputRules.ts'
import { keyAddress, txidKey } from '../framework/txidMarker.ts'
import { decodeOracleCreate } from '../oracles/codec.ts'
import { findTokenData } from '../tokens/reader.ts'
import {
  decodeBind,
  decodeComplete,
  decodeDeposit,
  decodeGatewayClaim,
  decodeMarkDone,
  decodePartialSign,
  decodeWithdraw,
  findGatewayFunc,
  GATEWAY_FUNC,
  type GatewayBind,
  type GatewayWithdraw,
} from './codec.ts'
import { depositScript, GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'

type Context = Pick<ValidationContext, 'tx' | 'find' | 'view'>

/** Reason for rejection; undefined if the transaction is valid. */
type Fault = string | undefined

const MAX_SIGNERS = 15
const MARKER_ADDRESS = encodeAddress(ccAddress(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey))

/**
 * Validates a transaction that spends an output of gateways, in the order of gateways.md §3. A transaction without a
 * gateway function is valid, so anyone can take the outputs of the contract's key. The rules for claims that would
 * check receivers and amounts are dead code in the reference, so they are not implemented.
 */
export function validateGateways(context: Context): CcVerdict {
  const { tx } = context
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const fault = findFault(context)
  return fault === undefined ? CC_VALID : ccInvalid(fault)
}

function findFault(context: Context): Fault {
  switch (findGatewayFunc(context.tx)) {
    case GATEWAY_FUNC.bind:
      return 'unexpected GatewaysValidate for gatewaysbind!'
    case GATEWAY_FUNC.deposit:
      return 'unexpected GatewaysValidate for gatewaysdeposit!'
    case GATEWAY_FUNC.withdraw:
      return 'unexpected GatewaysValidate for gatewaysWithdraw!'
    case GATEWAY_FUNC.claim:
      return claimFault(context)
    case GATEWAY_FUNC.partialSign:
      return partialSignFault(context)
    case GATEWAY_FUNC.complete:
      return completeFault(context)
    case GATEWAY_FUNC.markDone:
      return markDoneFault(context)
    default:
      return undefined
  }
}

/**
 * Returns true if the first input is an ordinary one. Without transparent inputs (shielded coins only) the reference
 * reads out of bounds.
 */
const startsOrdinary = (tx: Transaction): boolean => tx.vin.length > 0 && decodeCcInputs(tx)[0] === undefined

// ---------------------------------------------------------------- claims

function claimFault(context: Context): Fault {
  const { tx, find, view } = context
  const claim = decodeGatewayClaim(tx)
  if (claim === undefined) return 'invalid gatewaysclaim OP_RETURN data!'
  const binding = find(claim.bind)
  if (binding === undefined) return 'invalid gatewaysbind txid!'
  const bind = decodeBind(binding)
  if (bind === undefined) return 'invalid gatewaysbind OP_RETURN data!'
  const fault = bindingFault(binding, bind) ?? claimedFault(claim, bind) ?? backingFault(context, claim.coin, bind)
  if (fault !== undefined) return fault
  if (!isSettled(view, claim.bind)) return 'gatewaysbind tx is not yet confirmed(notarised)!'
  const ordinary = decodeCcInputs(tx).indexOf(undefined)
  return (
    depositFault(context, claim, bind) ??
    // The last input is not checked. The reference's rules for claims end with this check.
    (ordinary >= 0 && ordinary < tx.vin.length - 1 ? `vin.${ordinary} is CC for gatewaysclaim!` : undefined)
  )
}

function bindingFault(binding: Transaction, { totalSupply }: GatewayBind): Fault {
  if (!startsOrdinary(binding)) return 'vin.0 is normal for gatewaysbind!'
  if (!paysTree(binding.vout[0], GATEWAY_TOKENS_SCRIPT, totalSupply)) {
    return 'invalid tokens to gateways vout for gatewaysbind!'
  }
  return paysTree(binding.vout[1], GATEWAY_MARKER_SCRIPT, CONTRACT_FEE)
    ? undefined
    : 'invalid marker vout for gatewaysbind!'
}

function claimedFault(claim: { readonly coin: Uint8Array; readonly tokenId: Uint8Array }, bind: GatewayBind): Fault {
  if (!equal(claim.coin, bind.coin)) return 'refcoin different than in bind tx'
  if (!equal(claim.tokenId, bind.tokenId)) return 'tokenid does not match tokenid from gatewaysbind'
  if (bind.n === 0 || bind.n > MAX_SIGNERS || bind.m > bind.n) return 'invalid MofN in gatewaysbind'
  return bind.keys.length === bind.n
    ? undefined
    : `not enough pubkeys(${bind.keys.length}) for N.${bind.n} gatewaysbind `
}

/** Checks that token and oracle match the binding. */
function backingFault({ find }: Context, coin: Uint8Array, bind: GatewayBind): Fault {
  const supply = fullSupply(find(bind.tokenId))
  if (supply !== bind.totalSupply) {
    const [total, full] = [bind.totalSupply, supply ?? 0n].map((units) => (Number(units) / 1e8).toFixed(8))
    return `Gateway bind.${toLatin1(coin)} (${toDisplayHex(bind.tokenId)}) globaladdr.${MARKER_ADDRESS} totalsupply ${total} != fullsupply ${full}`
  }
  const created = find(bind.oracle)
  if (created === undefined || created.vout.length === 0) return `cant find oracletxid ${toDisplayHex(bind.oracle)}`
  const oracle = decodeOracleCreate(contractPayload(created))
  if (oracle === undefined) return 'invalid oraclescreate OP_RETURN data'
  if (!equal(oracle.name, coin)) return `mismatched oracle name ${toLatin1(oracle.name)} != ${toLatin1(coin)}`
  return toLatin1(oracle.format) === 'Ihh' ? undefined : `illegal format ${toLatin1(oracle.format)} != Ihh`
}

/**
 * Returns the units that a token was created with: the value of the second output. Returns 0 if it is not a token,
 * undefined if the reference would read beyond the outputs.
 */
function fullSupply(created: Transaction | undefined): bigint | undefined {
  if (created === undefined || findTokenData(created)?.func !== 'c') return 0n
  return created.vout[1]?.value
}

function depositFault(
  { find, view }: Context,
  claim: { readonly deposit: Uint8Array; readonly coin: Uint8Array; readonly bind: Uint8Array },
  bind: GatewayBind,
): Fault {
  const depositing = find(claim.deposit)
  if (depositing === undefined) return 'invalid gatewaysdeposittxid!'
  const deposit = decodeDeposit(depositing)
  if (deposit === undefined) return 'invalid gatewaysdeposit OP_RETURN data!'
  if (!startsOrdinary(depositing)) return 'vin.0 is normal for gatewaysdeposit!'
  const marker = depositScript(deposit.destination)
  if (!paysTree(depositing.vout[0], marker, CONTRACT_FEE)) return 'invalid CC marker vout for gatewaysdeposit!'
  if (!paysCoins(depositing.vout[1], keyAddress(txidKey(deposit.coinTxid)), CONTRACT_FEE)) {
    return 'invalid normal marker vout for gatewaysdeposit!'
  }
  if (!equal(deposit.coin, claim.coin)) return 'refcoin different than in deposit tx'
  if (!equal(deposit.bind, claim.bind)) return 'bindtxid does not match to bindtxid from gatewaysdeposit'
  if (deposit.amount > bind.totalSupply) return 'deposit amount greater then bind total supply'
  return isSettled(view, claim.deposit) ? undefined : 'gatewaysdeposit tx is not yet confirmed(notarised)!'
}

// ---------------------------------------------------------------- withdrawals

/** The validated step of a withdrawal. */
interface Step {
  readonly coin: Uint8Array
  readonly withdraw: Uint8Array
}

interface Withdrawal {
  readonly tx: Transaction
  readonly terms: GatewayWithdraw
}

function withdrawal({ find }: Context, txid: Uint8Array): Withdrawal | string {
  const tx = find(txid)
  if (tx === undefined) return 'invalid withdraw txid!'
  const terms = decodeWithdraw(tx)
  return terms ? { tx, terms } : 'invalid gatewayswithdraw OP_RETURN data!'
}

function partialSignFault(context: Context): Fault {
  const step = decodePartialSign(context.tx)
  if (step === undefined) return 'invalid gatewaysPartialSign OP_RETURN data!'
  const bind = signedBinding(context, step, { exactAmount: false })
  if (typeof bind === 'string') return bind
  const fault = signingFault(context, 'gatewayspartialsign')
  return fault ?? (step.signatures > bind.m ? 'invalid number of signs!' : undefined)
}

function completeFault(context: Context): Fault {
  const step = decodeComplete(context.tx)
  if (step === undefined) return 'invalid gatewayscompletesigning OP_RETURN data!'
  const bind = signedBinding(context, step, { exactAmount: true })
  if (typeof bind === 'string') return bind
  const fault = signingFault(context, 'gatewayscompletesigning')
  return fault ?? (step.signatures < bind.m ? 'invalid number of signs!' : undefined)
}

/** Returns the binding of a withdrawal being signed, or the reason for rejection. */
function signedBinding(
  context: Context,
  step: Step,
  { exactAmount }: { readonly exactAmount: boolean },
): GatewayBind | string {
  const found = withdrawal(context, step.withdraw)
  if (typeof found === 'string') return found
  const { tx, terms } = found
  if (!equal(terms.coin, step.coin)) return 'refcoin different than in bind tx'
  if (!startsOrdinary(tx)) return 'vin.0 is normal for gatewaysWithdraw!'
  if (!paysTree(tx.vout[0], GATEWAY_MARKER_SCRIPT, CONTRACT_FEE)) return 'invalid marker vout for gatewaysWithdraw!'
  if (!paysTree(tx.vout[1], GATEWAY_TOKENS_SCRIPT, terms.amount)) {
    return 'invalid tokens to gateways vout for gatewaysWithdraw!'
  }
  if (exactAmount && tx.vout[1]!.value !== terms.amount) return 'amount in opret not matching tx tokens amount!'
  return findBinding(context, step, terms)
}

function findBinding({ find, view }: Context, { coin, withdraw }: Step, terms: GatewayWithdraw): GatewayBind | string {
  if (!isSettled(view, withdraw)) return 'gatewayswithdraw tx is not yet confirmed(notarised)!'
  const binding = find(terms.bind)
  if (binding === undefined) return 'invalid gatewaysbind txid!'
  const bind = decodeBind(binding)
  if (bind === undefined) return 'invalid gatewaysbind OP_RETURN data!'
  if (!equal(bind.coin, coin)) return 'refcoin different than in bind tx'
  if (!equal(bind.tokenId, terms.tokenId)) return 'tokenid does not match tokenid from gatewaysbind'
  return isSettled(view, terms.bind) ? bind : 'gatewaysbind tx is not yet confirmed(notarised)!'
}

/**
 * Checks the inputs of a signing step: an ordinary input first, and a marker last. The rules do not check whose marker
 * it is.
 */
function spendingFault({ tx, find }: Context, method: string): Fault {
  if (!startsOrdinary(tx)) return `vin.0 is normal for ${method}!`
  const last = tx.vin.length - 1
  const { hash, index } = tx.vin[last]!.prevout
  const marked =
    hasEval(decodeCcInputs(tx)[last], EVAL_CODES.gateways) && find(hash)?.vout[index]?.value === CONTRACT_FEE
  return marked ? undefined : `vin.${last} is CC marker for ${method} or invalid marker amount!`
}

function signingFault(context: Context, method: string): Fault {
  const marks = paysTree(context.tx.vout[0], GATEWAY_MARKER_SCRIPT, CONTRACT_FEE)
  return spendingFault(context, method) ?? (marks ? undefined : `vout.0 invalid marker for ${method}!`)
}

function markDoneFault(context: Context): Fault {
  const { tx, find, view } = context
  const done = decodeMarkDone(tx)
  if (done === undefined) return 'invalid gatewaysmarkdone OP_RETURN data!'
  const completing = find(done.complete)
  if (completing === undefined) return 'invalid gatewayscompletesigning txid!'
  const complete = decodeComplete(completing)
  if (complete === undefined) return 'invalid gatewayscompletesigning OP_RETURN data!'
  if (!isSettled(view, done.complete)) return 'gatewayscompletesigning tx is not yet confirmed(notarised)!'
  // From here on, use the withdrawal named by the completed signing. The one named by this transaction is not checked.
  const step = { coin: done.coin, withdraw: complete.withdraw }
  const found = withdrawal(context, step.withdraw)
  if (typeof found === 'string') return found
  if (!equal(found.terms.coin, done.coin)) return 'refcoin different than in bind tx'
  const bind = findBinding(context, step, found.terms)
  if (typeof bind === 'string') return bind
  const fault = spendingFault(context, 'gatewaysmarkdone')
  return fault ?? (complete.signatures < bind.m ? 'invalid number of signs!' : undefined)
}
