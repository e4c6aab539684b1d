import { Pickaxe } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { useRpcMutation } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

/** Mines one block on regtest. The block strip shows the result; only a failure is reported. */
export function MineButton() {
  const mine = useRpcMutation('generate')
  return (
    <Button
      busy={mine.isPending}
      icon={<Pickaxe aria-hidden className="size-4" />}
      onClick={() =>
        mine.mutate(
          { numblocks: 1 },
          {
            onError: (error) => {
              const story = describeError(error)
              toast({ tone: 'bad', title: t('frame:miner.noneMined'), detail: story.title })
            },
          },
        )
      }
    >
      {t('frame:miner.mineBlock')}
    </Button>
  )
}
