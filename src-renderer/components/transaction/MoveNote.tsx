import { ArrowRight } from 'lucide-react'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { plainAmount } from '../../ui/format.ts'
import { CoinEquivalent } from '../CoinEquivalent.tsx'
import { KnownHash } from '../people/KnownHash.tsx'

/**
 * Describes the first of two transactions: it moves coins from other addresses to the token key, because only the token
 * key can pay for the second.
 */
export function MoveNote({ move, coin }: { readonly move: Explanation; readonly coin: string }) {
  const moved = move.outputs.find(({ change }) => !change)
  return (
    <ol aria-label={t('parts:move.label')} className="divide-y rounded-md border">
      <li className="flex gap-3 px-3 py-2">
        <span className="font-medium text-faint">1</span>
        <span className="min-w-0">
          <span className="block font-medium">
            {t('parts:move.first', { amount: plainAmount(moved?.amount ?? 0n), coin })}
          </span>
          <CoinEquivalent satoshis={moved?.amount} />
          <span className="flex flex-wrap items-center gap-x-1.5 text-12 text-muted">
            {t('parts:move.from')} <ArrowRight aria-hidden className="size-3" />
            {moved?.address ? (
              <KnownHash value={moved.address} label={t('parts:move.tokenKey')} head={6} tail={6} />
            ) : null}
            {move.fee === null ? null : <span>{t('parts:move.fee', { amount: plainAmount(move.fee) })}</span>}
          </span>
        </span>
      </li>
      <li className="flex gap-3 px-3 py-2">
        <span className="font-medium text-faint">2</span>
        <span>
          <span className="block font-medium">{t('parts:move.second')}</span>
          <span className="block text-12 text-muted">{t('parts:move.together')}</span>
        </span>
      </li>
    </ol>
  )
}
