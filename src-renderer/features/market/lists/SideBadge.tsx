import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import type { Side } from '../book/ladder.ts'

/** Shows the side of an order: an ask sells, a bid buys. */
export function SideBadge({ side }: { readonly side: Side }) {
  const Icon = side === 'ask' ? ArrowUpRight : ArrowDownLeft
  return (
    <Badge tone={side === 'ask' ? 'bad' : 'ok'} icon={<Icon aria-hidden className="size-3" />}>
      {t(`market:side.${side}`)}
    </Badge>
  )
}
