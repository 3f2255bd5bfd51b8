import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { kubernetesFiles, kubernetesReadme } from './print.ts';

const OPTIONS = {
  name: 'busy-hour',
  parallelism: 4,
  controlUrl: 'http://assay.example:9100/s3cret',
  attend: 'assay load busy-hour --attend .',
};

test('the TestRun says exactly what runs, where, and with which k6', () => {
  expect(kubernetesFiles(OPTIONS)['testrun.yaml']).toBe(`apiVersion: k6.io/v1alpha1
kind: TestRun
metadata:
  name: busy-hour
spec:
  parallelism: 4
  script:
    volumeClaim:
      name: busy-hour-files
      file: script.js
      readOnly: true
  arguments: --quiet --no-color --no-usage-report
  initializer:
    image: grafana/k6:2.2.0
    env:
      - name: K6_AUTO_EXTENSION_RESOLUTION
        value: "false"
      - name: ASSAY_CONTROL_URL
        value: http://assay.example:9100/s3cret
      - name: ASSAY_CLIENT_SECRETS
        valueFrom:
          secretKeyRef:
            name: busy-hour-secrets
            key: ASSAY_CLIENT_SECRETS
  runner:
    image: grafana/k6:2.2.0
    env:
      - name: K6_AUTO_EXTENSION_RESOLUTION
        value: "false"
      - name: ASSAY_CONTROL_URL
        value: http://assay.example:9100/s3cret
      - name: ASSAY_CLIENT_SECRETS
        valueFrom:
          secretKeyRef:
            name: busy-hour-secrets
            key: ASSAY_CLIENT_SECRETS
`);
});

test('script and data come over a volume, which a pod is there to fill', () => {
  const documents = parseAllDocuments(kubernetesFiles(OPTIONS)['volume.yaml'] ?? '').map((each) => each.toJS());

  expect(documents.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
    ['PersistentVolumeClaim', 'busy-hour-files'],
    ['Pod', 'busy-hour-copy'],
  ]);
  expect(documents[1].spec.volumes[0].persistentVolumeClaim.claimName).toBe('busy-hour-files');
});

test('the page on how names every file and no secret', () => {
  const page = kubernetesReadme(OPTIONS, '{"northwind": "<client secret>"}');

  for (const name of ['script.js', 'assay.ts', 'shape.ts', 'journeys.tsv', 'volume.yaml', 'testrun.yaml']) {
    expect(page).toContain(name);
  }
  expect(page).not.toContain('s3cret');
});
