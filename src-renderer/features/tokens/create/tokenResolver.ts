import type { Resolver } from 'react-hook-form'
import type { TokenDraft } from '../../../components/uiStore.ts'
import { checkDraft } from '../draft.ts'

/** Validates with checkDraft alone. */
export function tokenResolver(spendable: bigint | undefined, coin: string): Resolver<TokenDraft> {
  return (values) => {
    const check = checkDraft(values, spendable, coin)
    if (check.ok) return { values, errors: {} }
    const entries = Object.entries(check.errors).map(([field, message]) => [field, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(entries) }
  }
}
