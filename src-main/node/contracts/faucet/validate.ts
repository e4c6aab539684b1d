import { CONTRACT_FEE, FAUCET_SIZE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { CcVerdict, CcView, IndexedAddress } from '../../core/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../../primitives/index.ts'
import { ccScript, decodeAddress, findScriptAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { decodeCcInputs, hasEval, stopsReference } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid, UNREADABLE_INPUT } from '../framework/ccVerdict.ts'
import { FAUCET_KEY } from './keys.ts'

export { FAUCET_SIZE }

/** Script of the chain's single pool (faucet.md, introduction). */
export const FAUCET_POOL_SCRIPT = ccScript(ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey))

/** An address counts as new for this many blocks after its first transaction. */
const GRACE_BLOCKS = 3

/** Validates a transaction that spends the pool, in the order of faucet.md §2. */
export function validateFaucet({ tx, view }: Pick<ValidationContext, 'tx' | 'view'>): CcVerdict {
  const first = tx.vout[0]
  if (first === undefined) return ccInvalid('no vouts')
  if (stopsReference(tx)) return ccInvalid(UNREADABLE_INPUT)
  if (decodeCcInputs(tx)[0] === undefined) return ccInvalid('illegal normal vini')
  const amounts = checkAmounts(tx, view)
  if (!amounts.ok) return amounts

  const returnsChange = isPoolOutput(first)
  const claimIndex = returnsChange ? 1 : 0
  const claim = tx.vout[claimIndex]
  // The second output may be missing; the reference reads past the end in this case.
  if (claim?.value !== FAUCET_SIZE) return ccInvalid('invalid faucet output')
  const txid = computeTxid(tx)
  if (txid[0] !== 0 || txid[31] !== 0) return ccInvalid('invalid faucetget txid')
  if (!isNewAddress(claim.scriptPubKey, view)) return ccInvalid('faucet is only for brand new addresses')
  return tx.vout.slice(claimIndex + 1).some(({ scriptPubKey }) => isPayToCryptoCondition(scriptPubKey))
    ? ccInvalid('invalid CC vout')
    : CC_VALID
}

export function isPoolOutput({ scriptPubKey }: TxOut): boolean {
  const cc = isPayToCryptoCondition(scriptPubKey)
  // Data dropped after the condition does not change the address.
  return cc !== false && equal(cc.subScript, FAUCET_POOL_SCRIPT)
}

/** Checks that the pool pays exactly one claim and one fee. */
function checkAmounts(tx: Transaction, view: CcView): CcVerdict {
  const inputs = decodeCcInputs(tx)
  let pool = 0n
  for (const [i, { prevout }] of tx.vin.entries()) {
    if (!hasEval(inputs[i], EVAL_CODES.faucet)) continue
    const previous = view.transaction(prevout.hash)
    if (previous === undefined) return ccInvalid('cant find vinTx')
    // The reference keeps the transactions of the block being connected in its mempool, so these are rejected too.
    if (previous.height === undefined) return ccInvalid('cant faucet from mempool')
    const spent = previous.tx.vout[prevout.index]
    if (spent !== undefined && isPoolOutput(spent)) pool += spent.value
  }
  for (const output of tx.vout) if (isPoolOutput(output)) pool -= output.value
  return pool === FAUCET_SIZE + CONTRACT_FEE ? CC_VALID : ccInvalid('mismatched inputs != outputs + FAUCETSIZE + txfee')
}

/** Returns true if the address has no confirmed transactions, or only in the last blocks. */
function isNewAddress(script: Uint8Array, view: CcView): boolean {
  const address = addressOfOutput(script)
  if (address === undefined) return true
  const tip = view.tip()
  for (const { height, blockTime } of view.addressHistory(address)) {
    // A history entry whose block time is not before the tip's does not count, regardless of its depth.
    if (tip.height - height > GRACE_BLOCKS && tip.time > blockTime) return false
  }
  return true
}

function addressOfOutput(script: Uint8Array): IndexedAddress | undefined {
  const text = findScriptAddress(script, { cc: true })
  const destination = text === undefined ? undefined : decodeAddress(text)
  if (destination === undefined) return undefined
  const { kind, hash } = destination
  return { type: isPayToCryptoCondition(script) ? 3 : kind === 'scripthash' ? 2 : 1, hash }
}
