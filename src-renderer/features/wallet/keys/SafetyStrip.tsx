import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useToyChain } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { safetyOf, type WalletStatus } from './safety.ts'

const icons = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const
const tones = { ok: 'bg-ok-soft text-ok', warn: 'bg-warn-soft text-warn', bad: 'bg-bad-soft text-bad' } as const

/** What would happen to this wallet if the computer were lost or the file copied. */
export function SafetyStrip({ status }: { readonly status: WalletStatus }) {
  const toy = useToyChain()
  return (
    <ul aria-label={t('wallet:safety.title')} className="grid grid-cols-2 gap-3 max-[1079px]:grid-cols-1">
      {safetyOf(status, toy).map(({ id, tone, words }) => {
        const Icon = icons[tone]
        return (
          <li key={id} className={cn('flex items-start gap-2.5 rounded-md px-3 py-2', tones[tone])}>
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            {words}
          </li>
        )
      })}
    </ul>
  )
}
