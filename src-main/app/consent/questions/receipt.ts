/** Detects transactions that only bring coins to the wallet: approval could lose nothing, so they need no prompt. */
import type { Explanation } from '#shared/rpc/index.ts'

type Input = Explanation['inputs'][number]
type Output = Explanation['outputs'][number]

const isPool = (type: Input['type']) => type === 'cryptocondition'

const comesFromPool = ({ owner, type, amount, token, gone }: Input) =>
  owner === 'contract' && isPool(type) && amount !== null && token === undefined && !gone

/** Returns true if the output pays only this wallet, is the pool's change, or is data without coins. */
function isHarmless({ owner, type, amount, role, token }: Output): boolean {
  if (token !== undefined) return false
  if (role === 'data') return amount === 0n
  return owner === 'own' ? !isPool(type) : owner === 'contract' && isPool(type) && role === 'contract'
}

/**
 * Returns true for a complete faucet claim that spends nothing of the wallet and pays only keys created by this wallet,
 * apart from the faucet's change. Every other transaction needs a prompt, and so does a claim with warnings of the
 * node.
 * @param facts the node's explanation of the exact bytes that are sent
 */
export function isReceipt(facts: Explanation): boolean {
  const { inputs, outputs, spentown, cost } = facts
  if (!isSoundClaim(facts) || cost === null) return false
  return (
    spentown === 0n && cost.total < 0n && inputs.length > 0 && inputs.every(comesFromPool) && outputs.every(isHarmless)
  )
}

const isSoundClaim = ({ action, module, state, complete, refused, tokens, warnings }: Explanation) =>
  action === 'faucet-claim' &&
  module === 'faucet' &&
  state === 'unsent' &&
  complete &&
  refused === null &&
  tokens.length === 0 &&
  warnings.length === 0
