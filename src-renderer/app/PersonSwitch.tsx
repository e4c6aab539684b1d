import { LoaderCircle } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { PersonIcon, personName, personTone } from '../components/people/PersonMark.tsx'
import { type Person, usePerson, useSwitchPerson } from '../components/people/persons.ts'
import { t } from '../i18n/texts.ts'
import { cn } from '../ui/cn.ts'
import { Tooltip } from '../ui/Tooltip.tsx'

const persons: readonly Person[] = ['me', 'friend']

const checked: Readonly<Record<Person, string>> = {
  me: 'data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent-text',
  friend: 'data-[state=checked]:bg-(--friend-soft) data-[state=checked]:text-(--friend-text)',
}

/** Sandbox only: shows and switches the wallet of this window, below the chain. */
export function PersonSwitch({ narrow }: { readonly narrow: boolean }) {
  const { person } = usePerson()
  const { becoming, become } = useSwitchPerson()
  if (person === undefined) return null
  const icon = (each: Person) =>
    becoming === each ? (
      <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" />
    ) : (
      <PersonIcon person={each} />
    )
  if (narrow) {
    const other: Person = person === 'me' ? 'friend' : 'me'
    const label = t('frame:person.become', { who: personName(person), other: personName(other) })
    return (
      <Tooltip content={label} side="right">
        <button
          type="button"
          aria-label={label}
          onClick={() => {
            if (becoming === undefined) void become(other)
          }}
          className={cn(
            '-mx-1.5 mb-2 flex h-11 shrink-0 flex-col items-center justify-center gap-0.5 rounded-md font-medium text-12 hover:brightness-97',
            personTone(person),
          )}
        >
          {becoming ? icon(becoming) : <PersonIcon person={person} className="size-4" />}
          <span aria-hidden>{personName(person)}</span>
        </button>
      </Tooltip>
    )
  }
  return (
    <RadioGroup.Root
      aria-label={t('frame:person.label')}
      value={person}
      onValueChange={(next) => {
        const found = persons.find((each) => each === next)
        if (found && becoming === undefined) void become(found)
      }}
      className="mb-2 grid h-8 shrink-0 grid-cols-2 gap-0.5 rounded-md border border-line-strong bg-sunken p-0.5"
    >
      {persons.map((each) => (
        <RadioGroup.Item
          key={each}
          value={each}
          title={t(`frame:person.${each}Hint`)}
          className={cn(
            'inline-flex h-full min-w-0 items-center justify-center gap-1.5 rounded-sm px-2 font-medium text-12 text-muted transition-colors duration-(--quick) hover:text-text data-[state=checked]:shadow-card',
            checked[each],
          )}
        >
          {icon(each)}
          <span className="truncate">{personName(each)}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
