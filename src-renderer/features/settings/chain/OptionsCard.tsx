import { useState } from 'react'
import type { ListedChain, SettingName } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { focusFirstProblem } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { toast } from '../../../ui/toasts.ts'
import { OptionField } from './OptionField.tsx'
import { changedValues, type OptionDraft, type ShownSettings, toOptionDraft } from './optionDraft.ts'

export interface OptionsCardProps {
  readonly chain: ListedChain
  readonly title: string
  readonly intro?: string | undefined
  readonly names: readonly SettingName[]
  readonly method: 'setchainsettings' | 'setrpcaccess'
}

/** Shows some options of a chain's node, with a button that saves them. */
export function OptionsCard(props: OptionsCardProps) {
  const { chain, title, intro, names } = props
  const { data } = useRpc('getchainsettings', { id: chain.id })
  return (
    <Card title={title} source={<CallSource calls={[shownCall('getchainsettings', { id: chain.id })]} />}>
      {intro ? <p className="mb-4 text-pretty text-muted">{intro}</p> : null}
      {data ? (
        // Remount when the saved values change.
        <OptionsForm {...props} settings={data} key={JSON.stringify(toOptionDraft(data.options, names))} />
      ) : null}
    </Card>
  )
}

/** Problems by option. The key '' is for the complete form. */
type Problems = Readonly<Record<string, string>>

function useSave({ chain, method }: OptionsCardProps) {
  const { client } = useNode()
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  /** Resolves to false if a value is invalid, so that the form moves the focus to it. */
  const save = async (settings: ReturnType<typeof changedValues>) => {
    setBusy(true)
    try {
      const check = await client.call('checkchainsettings', { id: chain.id, settings })
      setProblems(Object.fromEntries(check.problems.map(({ option, message }) => [option ?? '', message])))
      if (check.problems.length > 0) return false
      await client.call(method, { id: chain.id, settings })
      toast({ tone: 'ok', kind: 'settings', title: t('settings:saved'), detail: t('settings:savedDetail') })
      return true
    } catch (error) {
      if (!isDeclined(error)) setProblems({ '': describeError(error).title })
      return true
    } finally {
      setBusy(false)
    }
  }
  return { problems, busy, save }
}

function OptionsForm(props: OptionsCardProps & { readonly settings: ShownSettings }) {
  const { names, settings } = props
  const { options, fixed } = settings
  const [draft, setDraft] = useState<OptionDraft>(() => toOptionDraft(options, names))
  const { problems, busy, save } = useSave(props)
  const changed = changedValues(options, draft)
  const unchanged = Object.keys(changed).length === 0
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (!unchanged && !busy) void save(changed).then((isValid) => isValid || focusFirstProblem(form))
      }}
    >
      <div className="grid gap-x-6 gap-y-4 xl:grid-cols-2">
        {names.map((name) => {
          const option = options.find((one) => one.name === name)
          return option ? (
            <OptionField
              key={name}
              name={name}
              option={option}
              value={draft[name] ?? ''}
              error={problems[name]}
              fixed={fixed !== null}
              onChange={(text) => setDraft({ ...draft, [name]: text })}
            />
          ) : null
        })}
      </div>
      {problems[''] ? <p className="text-bad">{problems['']}</p> : null}
      {fixed === null ? (
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" busy={busy} disabled={unchanged}>
            {t('settings:save')}
          </Button>
          {unchanged ? null : (
            <Button onClick={() => setDraft(toOptionDraft(options, names))}>{t('settings:discard')}</Button>
          )}
        </div>
      ) : null}
    </form>
  )
}
