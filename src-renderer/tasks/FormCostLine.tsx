import { formatCost } from '../components/transaction/figures.ts'
import { t } from '../i18n/texts.ts'
import type { FormCost } from './useFormCost.ts'

/** Shows the cost of a form's order, in the words of its confirmation. */
export function FormCostLine({ cost, coin }: { readonly cost: FormCost; readonly coin: string }) {
  if (cost.state === 'none' || cost.state === 'unknown') return null
  return (
    <p aria-live="polite" className="text-12 text-muted">
      {cost.state === 'known' ? formatCost(cost.figures, coin) : t('parts:confirm.computing')}
    </p>
  )
}
