import { useRouter } from '@tanstack/react-router'
import { FolderOpen } from 'lucide-react'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { required, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'

/**
 * Lets the user choose a folder that was not found: in the app's own dialog, or as a path in a browser.
 * @param first true if no folder was found, which makes this the main action
 */
export function ChooseFolder({ first }: { readonly first: boolean }) {
  const { desktop } = useNode()
  return desktop ? <FolderDialogButton first={first} /> : <FolderPathForm />
}

function useChosenFolder() {
  const router = useRouter()
  return useRpcMutation('choosenodefolder', {
    onSuccess: ({ folder }) => void router.navigate({ to: '/chains/movein', search: { folder } }),
  })
}

function FolderDialogButton({ first }: { readonly first: boolean }) {
  const choose = useChosenFolder()
  const story = choose.error && !isDeclined(choose.error) ? describeError(choose.error) : undefined
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        variant={first ? 'primary' : 'secondary'}
        busy={choose.isPending}
        icon={<FolderOpen aria-hidden className="size-4" />}
        onClick={() => choose.mutate({})}
      >
        {t('moveIn:find.choose')}
      </Button>
      {story ? (
        <ErrorState
          compact
          className="w-full"
          title={story.title}
          safe={t('moveIn:find.nothingChanged')}
          details={story.details}
        />
      ) : null}
    </div>
  )
}

function FolderPathForm() {
  const choose = useChosenFolder()
  const form = useForm({ defaultValues: { folder: '' } })
  const submit = form.onSubmit(({ folder }) => choose.mutateAsync({ folder: folder.trim() }), 'folder')
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <Field
        label={t('moveIn:find.path')}
        hint={t('moveIn:find.pathHint')}
        error={form.problem('folder')}
        className="min-w-0 flex-1"
      >
        <Input
          {...form.register('folder', { validate: required(t('moveIn:find.pathMissing')) })}
          mono
          maxLength={4096}
        />
      </Field>
      <Button type="submit" busy={form.busy} className="mt-6">
        {t('moveIn:find.open')}
      </Button>
    </form>
  )
}
