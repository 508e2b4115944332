import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * An application with one producer, whose deeds come as lines of JSON on standard input, the first with its configuration.
 * What the producer says goes to standard output, a line of JSON each, with the time. It ends with its input.
 */
public class Producer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT = System.out;

    /** Says an event; id is that of the record, 0 for none. Callbacks come on the producer's own thread. */
    private static synchronized void say(String event, long id, Object... more) {
        ObjectNode line = JSON.createObjectNode();
        line.put("t", System.currentTimeMillis()).put("event", event).put("id", id);
        for (int i = 0; i < more.length; i += 2) line.putPOJO((String) more[i], more[i + 1]);
        OUT.println(line);
        OUT.flush();
    }

    private static void sayError(String event, long id, Exception e) {
        say(event, id, "error", e.getClass().getSimpleName(), "message", e.getMessage() + " (" + e.getCause() + ")");
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        JsonNode first = JSON.readTree(in.readLine());
        Properties config = new Properties();
        first.get("config").fields().forEachRemaining(e -> config.put(e.getKey(), e.getValue().asText()));
        KafkaProducer<String, String> producer;
        try {
            producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
        } catch (Exception e) {
            sayError("refused", 0, e);
            return;
        }
        warmUp(producer, first);
        say("ready", 0);
        for (String line; (line = in.readLine()) != null; ) {
            JsonNode deed = JSON.readTree(line);
            switch (deed.get("do").asText()) {
                case "send" -> send(producer, deed);
                case "flush" -> producer.flush();
                case "close" -> producer.close(Duration.ofMillis(deed.path("timeout").asLong(Long.MAX_VALUE)));
                default -> throw new IllegalArgumentException(line);
            }
        }
        producer.close(Duration.ZERO);
    }

    /** Learns of the topics and writes to every broker that answers soon, so that no class is loaded later. */
    private static void warmUp(KafkaProducer<String, String> producer, JsonNode first) throws InterruptedException {
        for (JsonNode topic : first.get("topics")) producer.partitionsFor(topic.asText());
        for (PartitionInfo p : producer.partitionsFor(first.get("warm").asText()))
            if (p.leader() != null) producer.send(new ProducerRecord<>(p.topic(), p.partition(), null, "warm-up"));
        Thread flush = new Thread(producer::flush);
        flush.setDaemon(true);
        flush.start();
        flush.join(1000);
    }

    /** Hands a record over; a size above its value's length is filled up behind a zero. */
    private static void send(KafkaProducer<String, String> producer, JsonNode deed) {
        long id = deed.get("id").asLong();
        String value = deed.get("value").asText();
        int size = deed.path("size").asInt(0);
        if (size > value.length()) value += "\u0000" + "x".repeat(size - value.length() - 1);
        Integer partition = deed.hasNonNull("partition") ? deed.get("partition").asInt() : null;
        String key = deed.hasNonNull("key") ? deed.get("key").asText() : null;
        try {
            producer.send(new ProducerRecord<>(deed.get("topic").asText(), partition, key, value), (m, e) -> {
                if (e != null) sayError("fail", id, e);
                else say("ack", id, "partition", m.partition(), "offset", m.hasOffset() ? m.offset() : -1);
            });
            say("sent", id);
        } catch (Exception e) {
            sayError("fail", id, e);
        }
    }
}
