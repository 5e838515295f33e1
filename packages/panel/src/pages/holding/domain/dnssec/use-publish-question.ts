import { useRef, useState } from "react";
import { sendInput } from "../../../../api/client.ts";
import { faultsOf } from "../../../../form/parse.ts";

interface Question {
  /** What the servers said: whom the record would cut off. */
  readonly risk: string;
  readonly answer: (isSure: boolean) => void;
}

class Refrained extends Error {}

/** A record that fits no key takes the domain away from all who validate: the user is asked before the registry is. */
export function usePublishQuestion(id: number) {
  const [question, setQuestion] = useState<Question | null>(null);
  const isAtRisk = useRef(false);
  const isSure = (risk: string) =>
    new Promise<boolean>((resolve) => {
      const answer = (sure: boolean) => {
        setQuestion(null);
        resolve(sure);
      };
      setQuestion({ risk, answer });
    });
  return {
    question,
    /** Of what was sent last. */
    isAtRisk,
    /** Before anything is sent; what is wrong with the fields comes first. */
    prepare: async (fields: Readonly<Record<string, string>>) => {
      if (await faultsOf("dnssecCreate", Object.entries(fields))) return fields;
      const { risk } = (await sendInput("dnssecCheck", { params: { id }, input: fields })).data;
      isAtRisk.current = risk !== null;
      if (risk !== null && !(await isSure(risk))) throw new Refrained();
      return fields;
    },
  };
}
