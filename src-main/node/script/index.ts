/**
 * script: locking and unlocking of outputs.
 *
 * Purpose: running scripts, signature hashes and signing, types of outputs and their addresses, script texts, counting
 * signature operations, the text forms of addresses and keys. Non-goals: standardness by size or number (mempool),
 * rules of crypto-condition modules (modules, called through `evaluate`), storing keys (wallet), caching results
 * (verify). Invariants: hostile scripts give a result, never an exception. Scripts, stack elements and parsed parts are
 * views of one another and never modified. Standardness and signing use `classify`; `extractDestinations`,
 * `findScriptAddress` and `indexedAddress` also skip a leading lock time. Strict DER is always required. CODESEPARATOR
 * is disabled, so a script code is always a complete script. Thread: any; pure functions.
 */
export {
  type Destination,
  decodeAddress,
  decodeWif,
  encodeAddress,
  encodeWif,
  type PrivateKey,
  trimmed,
} from './address.ts'
export {
  ccScript,
  multisigScript,
  opReturnScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  pushData,
  pushMinimal,
  pushNumber,
} from './build.ts'
export { NULL_CHECKER, type SignatureChecker, transactionChecker } from './checker.ts'
export {
  type Classified,
  classify,
  extractDestinations,
  findScriptAddress,
  indexedAddress,
  type OutputType,
} from './classify.ts'
export { combineSignatures } from './combine.ts'
export { disassemble } from './disassemble.ts'
export { SCRIPT_FLAGS } from './flags.ts'
export { evalScript } from './interpreter.ts'
export { MAX_SCRIPT_SIZE, OP, opcodeName } from './opcodes.ts'
export { isPushOnly, opAt, parseOps } from './ops.ts'
export {
  behindLockTime,
  isPayToCryptoCondition,
  isPayToPublicKeyHash,
  isPayToScriptHash,
  isUnspendable,
  payToPublicKey,
} from './patterns.ts'
export { type ScriptError, scriptErrorText } from './scriptError.ts'
export { castToBool, decodeScriptNumber, encodeScriptNumber } from './scriptNumber.ts'
export { SIGHASH } from './sighashType.ts'
export {
  ccScriptSig,
  makeSignature,
  p2pkhScriptSig,
  p2pkScriptSig,
  type SigningKeys,
  signCcInput,
  signInput,
} from './sign.ts'
export { SighashError, signatureHash } from './signatureHash.ts'
export { countSigOps, redeemScriptSigOps } from './sigops.ts'
export { verifyScript } from './verifyScript.ts'
export { createSighashCache } from './zipSighash.ts'
