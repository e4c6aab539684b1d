import { Smile, UserRound } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { cn } from '../../ui/cn.ts'
import { type Person, usePerson } from './persons.ts'

export const personIcons = { me: UserRound, friend: Smile }

/** Text and background colours. */
const tones: Readonly<Record<Person, string>> = {
  me: 'bg-accent-soft text-accent-text',
  friend: 'bg-(--friend-soft) text-(--friend-text)',
}

export function PersonIcon({ person, className }: { readonly person: Person; readonly className?: string }) {
  const Icon = personIcons[person]
  return <Icon aria-hidden className={cn('size-3.5 shrink-0', className)} />
}

export const personTone = (person: Person): string => tones[person]

export const personName = (person: Person): string => t(`frame:person.${person}`)

/** Shows next to a page's title which sandbox wallet is in use, once there are two. */
export function PersonBadge() {
  const { person, paired } = usePerson()
  if (person === undefined || !paired) return null
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 font-medium text-12',
        personTone(person),
      )}
    >
      <PersonIcon person={person} className="size-3" />
      <span className="sr-only">{t('frame:person.youAre')} </span>
      {personName(person)}
    </span>
  )
}
