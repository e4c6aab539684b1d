import { useNavigate } from '@tanstack/react-router'
import { PersonIcon } from '../../../components/people/PersonMark.tsx'
import { useSwitchPerson } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useTask, useTaskProgress } from '../../../tasks/useTask.ts'
import { Button } from '../../../ui/Button.tsx'

export interface BuyAsFriendProps {
  /** task of the offer that was sent */
  readonly task: NewTask
  readonly tokenid: string
}

/** In the sandbox, once an offer of Me is confirmed: continues with the other half of the trade, as Friend. */
export function BuyAsFriend({ task, tokenid }: BuyAsFriendProps) {
  const navigate = useNavigate()
  const { becoming, become } = useSwitchPerson()
  const { stage } = useTaskProgress(useTask(task))
  if (stage !== 'confirmed') return null
  const continueAsFriend = async () => {
    // Opens the same market, with the dialog to buy from the offer instead of a form set to sell.
    await navigate({ to: '/market/$tokenid', params: { tokenid }, search: { buy: true }, replace: true })
    await become('friend')
  }
  return (
    <Button
      variant="primary"
      busy={becoming !== undefined}
      icon={<PersonIcon person="friend" />}
      onClick={() => void continueAsFriend()}
    >
      {t('trade:asFriend')}
    </Button>
  )
}
